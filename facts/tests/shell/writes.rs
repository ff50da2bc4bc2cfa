//! G9, G11: shell writes, what they write, and programs that are handed to interpreters.

use facts::shell::{Dialect, read};

use super::{check, harmless, lines};

/// G9: redirects. A07, A23, A29, A33.
#[test]
fn redirects_to_a_file() {
    check(&[
        ("> gate/plan.md", &["write gate/plan.md"]),
        ("ls > a", &["write a"]),
        ("ls >> a", &["write a"]),
        ("ls >| a", &["write a"]),
        ("ls &> a", &["write a"]),
        ("ls &>> a", &["write a"]),
        ("ls >& a", &["write a"]),
        ("ls 1<> a", &["write a"]),
        ("ls 2> a", &["write a"]),
        ("exec {fd}> a", &["write a"]),
        ("> a ls > b", &["write a", "write b"]),
        ("{ ls; } > a", &["write a"]),
        ("while read l; do ls; done < b > a", &["write a"]),
        ("cat <<'EOF'; mv a b.md\nhello\nEOF", &["move a", "write b.md"]),
        ("PATH=/tmp/p:$PATH cat <<'EOF' > a\nx\nEOF", &["write a \"x\\n\""]),
        ("cd docs && echo '- Ann' > a.md", &["write docs/a.md \"- Ann\\n\""]),
        ("cat b > \"$X\"", &["write <**>"]),
        ("cat b > docs/$X.md", &["write <docs/**.md>"]),
        ("tee >(cat > a) < b", &["write a"]),
    ]);
    harmless(&[
        "echo hi >&2",
        "printf x >&1",
        "echo hi >&-",
        "ls 2>&1 > /dev/null",
        "ls &> /dev/null",
        "echo 'see > docs/a.md' >&2",
        "echo \\> a",
        "[[ a > b ]]",
        "cat < a",
        "cat a",
        "(( a > b ))",
    ]);
}

/// G9: programs that write the files that they name. A27.
#[test]
fn programs_that_write() {
    check(&[
        ("echo x | tee -a a b", &["write a \"x\\n\"", "write b \"x\\n\""]),
        ("cp a b.md", &["write b.md"]),
        ("cp a docs/", &["write docs/a"]),
        ("cp -r a docs", &["write docs", "write docs/a", "fill <docs/**>"]),
        ("cp -t docs a b", &["write docs/a", "write docs/b"]),
        ("install -m 644 a b.md", &["write b.md"]),
        ("install -d gate", &[]),
        ("dd if=a of=b bs=1", &["write b"]),
        ("sed -i s/a/b/ f", &["write f"]),
        ("sed -ni.bak -e p f g", &["write f", "write g"]),
        ("sed --in-place=.bak s/a/b/ f", &["write f"]),
        ("sed -i '' s/a/b/ f", &["write f"]),
        ("sed -n 1,3p f", &[]),
        ("sed 's/a/b/w out' f", &["inline sed s/a/b/w out"]),
        ("sed 's/To be written/Ann/' f", &[]),
        ("perl -pi -e 's/a/b/' f", &["write f", "inline perl s/a/b/"]),
        ("gawk -i inplace 1 f", &["write f"]),
        ("awk '{print $1}' f", &[]),
        ("truncate -s 0 f", &["write f"]),
        ("touch -d now f", &["write f"]),
        ("sort f -o g", &["write g"]),
        ("yq -i .a=1 f.yml", &["write f.yml"]),
        ("rsync -a a b/", &["write b/a", "fill <b/**>"]),
        ("rsync -an a b/", &[]),
        ("scp host:/a b.md", &["write b.md"]),
        ("scp a host:/b", &[]),
        ("rm -rf a", &["remove a"]),
        ("split -l 5 f gate/p", &["write <gate/p*>"]),
        ("pandoc in -o out", &["write out"]),
    ]);
}

/// G9: what is fetched, and what is taken out of an archive. A27.
#[test]
fn fetched_and_unpacked() {
    check(&[
        ("curl -o a http://x", &["write a"]),
        ("curl -sSLoa http://x", &["write a"]),
        ("curl --output-dir d -O http://x/y?z", &["write d/y"]),
        ("curl http://x", &[]),
        ("wget -O a http://x", &["write a"]),
        ("wget -P d http://x/y", &["write d/y"]),
        ("wget -qO- http://x", &[]),
        ("tar -x -C gate -f t.tar", &["fill <gate/**>"]),
        ("tar xzf t.tgz -C gate", &["fill <gate/**>"]),
        ("tar -xf t.tar -C gate plan.md", &["write gate/plan.md"]),
        ("tar czf t.tgz src", &["write t.tgz"]),
        ("tar tf t.tar", &[]),
        ("unzip t.zip -d gate", &["fill <gate/**>"]),
        ("unzip -l t.zip", &[]),
    ]);
}

/// B13, G9: a second name for a path.
#[test]
fn links_name_their_source() {
    check(&[
        ("ln gate/plan.md src/p.md", &["link gate/plan.md", "write src/p.md"]),
        ("ln -s ../gate/plan.md src/p.md", &["link ../gate/plan.md", "link src/../gate/plan.md", "write src/p.md"]),
        ("ln -st src a b", &["link a", "link b", "write src/a", "write src/b"]),
    ]);
}

/// G11: a here-document, or the words of `echo` and `printf`, is the content; anything else has none. A25.
#[test]
fn literal_content() {
    check(&[
        ("cat > a <<'EOF'\n- $x\nEOF", &["write a \"- $x\\n\""]),
        ("cat > a <<EOF\n- x\n\\$y\nEOF", &["write a \"- x\\n$y\\n\""]),
        ("cat > a <<EOF\n- $x\nEOF", &["write a"]),
        ("<<-EOF cat > a\n\thello\n\tEOF", &["write a \"hello\\n\""]),
        ("cat <<EOF > a\nhello\nEOF", &["write a \"hello\\n\""]),
        ("tee a <<'EOF'\nhello\nEOF", &["write a \"hello\\n\""]),
        ("cat <<'EOF' | sudo tee a > /dev/null\nhello\nEOF", &["write a \"hello\\n\""]),
        ("tee a <<< hello", &["write a \"hello\\n\""]),
        ("echo -n 'a' b > c", &["write c \"a b\""]),
        ("printf '%s: %s\\n' a b > c", &["write c \"a: b\\n\""]),
        ("printf '%d' 1 > c", &["write c"]),
        ("echo \"$X\" > c", &["write c"]),
        ("X=absent; echo \"a: $X\" > c", &["write c \"a: absent\\n\""]),
        ("{ echo a; printf 'b\\n'; } > c", &["write c \"a\\nb\\n\""]),
        ("echo a > b > c", &["write b", "write c \"a\\n\""]),
        ("true && echo a 2> b > c", &["write b", "write c \"a\\n\""]),
        ("ls > c", &["write c"]),
        ("echo \"$(git rev-parse HEAD)\" > src/head.txt", &["write src/head.txt"]),
        (
            "cat >> src/notes.md <<'EOF'\nmv gate/plan.md done/\nEOF",
            &["write src/notes.md \"mv gate/plan.md done/\\n\""],
        ),
    ]);
}

/// G9: a program text is handed over whole, whatever it says. A09.
#[test]
fn programs_for_interpreters() {
    check(&[
        ("python3 -c \"open('a','w')\"", &["inline python3 open('a','w')"]),
        ("python3 -Bc 'x'", &["inline python3 x"]),
        ("python3 - <<'E'\nx\nE", &["inline python3 x\n"]),
        ("/usr/bin/python3.12 <<'E'\nx\nE", &["inline python3.12 x\n"]),
        ("echo x | python3", &["inline python3 x\n"]),
        ("node -e 'x'", &["inline node x"]),
        ("node --eval='x'", &["inline node x"]),
        ("node -pe 'x'", &["inline node x"]),
        ("ruby -e x", &["inline ruby x"]),
        ("perl -ne x f", &["inline perl x"]),
        ("php -r x", &["inline php x"]),
        ("osascript -e x", &["inline osascript x"]),
        ("awk '{print > \"a\"}' f", &["inline awk {print > \"a\"}"]),
        ("ex -sc 'w a' b", &["write b", "inline ex w a"]),
        ("ed -s b <<< w", &["write b", "inline ed w\n"]),
        ("cmd /c 'move a b'", &["inline cmd move a b"]),
        ("env A=1 python3 -c x", &["inline python3 x"]),
        ("python3 -c \"open('$F')\"", &["inline python3 open('$_')"]),
        ("bash -c \"$X 'mv a b\"", &["move mv", "inline bash $_ 'mv a b"]),
    ]);
    harmless(&[
        "python3 script.py gate/plan.md",
        "python3 -m json.tool a",
        "node a.js <<'E'\nx\nE",
        "curl http://x | sh",
    ]);
}

/// A45, G9: `apply_patch` in a shell command.
#[test]
fn a_patch_in_a_here_document() {
    check(&[(
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/s\n*** Move to: gate/new.md\n@@\n+x\n*** End Patch\nEOF",
        &["move src/s", "write gate/new.md \"x\\n\""],
    )]);
}

/// A script that bash cannot read, or that is too much to read, has an error and no commands.
#[test]
fn an_unreadable_script_is_an_error() {
    check(&[("mv a b; if", &["error 1:9"]), ("echo 'a", &["error 1:6"]), ("bash -c 'mv a b; if'", &["error 1:1"])]);
    for script in
        ["x".repeat((1 << 20) + 1), format!("{}mv a b{}", "(".repeat(10_000), ")".repeat(10_000)), "x;".repeat(30_000)]
    {
        let script = read(Dialect::Bash, &script);
        assert!(script.error.is_some() && script.commands.is_empty());
    }
    // Loops in loops are read without running them.
    let nested =
        (0..12).fold("mv \"$a\" b.md".to_owned(), |body, at| format!("for v{at} in 1 2 3 4 5 6 7 8; do {body}; done"));
    let lines = lines(&read(Dialect::Bash, &nested), false);
    assert!(lines.contains(&"move <**>".to_owned()), "{lines:?}");
}

/// Functions that call themselves, and loops that change directories, come to an end.
#[test]
fn what_repeats_ends() {
    harmless(&["f() { f; }; f", "f() { g; }; g() { f; }; f"]);
    check(&[("f() { rm a; f; }; f", &["remove a"])]);
    let script = read(Dialect::Bash, "while true; do cd a; rm b; done");
    assert!(lines(&script, false).contains(&"remove <**/b>".to_owned()));
}

/// What is only read is told apart from what is written.
#[test]
fn reads_are_reads() {
    let cases: [(&str, &[&str]); 5] = [
        ("cat a > b", &["read a", "write b"]),
        ("grep -n x a b", &["read a", "read b"]),
        ("cp a.md b.md", &["read a.md", "write b.md"]),
        ("sed -n 1p a", &["read a"]),
        ("cd docs && wc -l < a", &["read docs/a"]),
    ];
    for (script, expected) in cases {
        assert_eq!(lines(&read(Dialect::Bash, script), true), expected, "{script}");
    }
}
