//! G7, G8: moves and removals, and the directory that each runs in.

use super::{all_move, check, harmless};

/// G7: operators, quoting, prefixes and wrappers do not hide a move. A01, A03, A17, A41.
#[test]
fn a_move_in_every_spelling() {
    all_move(&[
        "mv gate/plan.md x",
        "true; mv gate/plan.md x",
        "ls && mv gate/plan.md x",
        "ls | cat ; mv gate/plan.md x",
        "false || mv gate/plan.md x",
        "ls\nmv gate/plan.md x",
        "mv gate/plan.md x &",
        "(mv gate/plan.md x)",
        "{ mv gate/plan.md x; }",
        "if mv gate/plan.md x; then :; fi",
        "! mv gate/plan.md x",
        "time mv gate/plan.md x",
        "coproc N { mv gate/plan.md x; }",
        "echo $(mv gate/plan.md x)",
        "echo \"`mv gate/plan.md x`\"",
        "echo `echo \\`mv gate/plan.md x\\``",
        "y=$(mv gate/plan.md x)",
        "(( $(mv gate/plan.md x) + 1 ))",
        "echo $(( $(mv gate/plan.md x) + 1 ))",
        "y[$(mv gate/plan.md x)]=1",
        "echo ${y:-$(mv gate/plan.md x)}",
        "echo ${y[$(mv gate/plan.md x)]}",
        "case $(mv gate/plan.md x) in *) ;; esac",
        "for ((i = $(mv gate/plan.md x); i < 3; i++)); do :; done",
        "cat <<EOF\n$(mv gate/plan.md x)\nEOF",
        "cat <(mv gate/plan.md x)",
        "export y=$(mv gate/plan.md x)",
        "for f in $(mv gate/plan.md x); do :; done",
        "ls > $(mv gate/plan.md x)",
        "[[ -n $(mv gate/plan.md x) ]]",
        "mv --force -- gate/plan.md x",
        "mv -v -f gate/plan.md x",
        "mv gate/plan.md x -v",
        "git mv -k -f gate/plan.md x",
        "git   mv gate/plan.md x",
        "git \"mv\" gate/plan.md x",
        "m\"\"v gate/plan.md x",
        "\\mv gate/plan.md x",
        "$'\\x6dv' gate/plan.md x",
        "m\\\nv gate/plan.md x",
        "/bin/mv 'gate/plan.md' x",
        "/usr/*/mv gate/plan.md x",
        "LC_ALL=C command \\mv -v -- gate/plan.md x",
        "sudo -u bob mv gate/plan.md x",
        "env -i A=1 mv gate/plan.md x",
        "env -C gate mv plan.md ../x && cd gate && mv ../gate/plan.md x || mv gate/plan.md x",
        "nohup nice -n 5 timeout -k 1 5 mv gate/plan.md x",
        "bash -c 'mv gate/plan.md x'",
        "bash -lc \"bash -c 'mv gate/plan.md x'\"",
        "eval 'mv gate/plan.md' x",
        "echo 'mv gate/plan.md x' | bash",
        "sh <<'EOF'\nmv gate/plan.md x\nEOF",
        "bash -s <<< 'mv gate/plan.md x'",
        "bash -c 'mv \"$1\" x' _ gate/plan.md",
        "trap 'mv gate/plan.md x' EXIT",
        "alias m=mv; m gate/plan.md x",
        "f() { mv \"$1\" x; }; f gate/plan.md",
        "f() { mv gate/plan.md x; }",
        "mise exec -c \"mv gate/plan.md x\"",
        "su -c \"mv gate/plan.md x\"",
        "watch -n9 \"mv gate/plan.md x\"",
        "flock /tmp/l -c 'mv gate/plan.md x'",
        "find gate/plan.md -exec mv {} x \\;",
        "busybox mv gate/plan.md x",
    ]);
}

/// G7: variables and lists that the script itself sets.
#[test]
fn a_literal_variable_is_its_value() {
    all_move(&[
        "F=gate/plan.md; mv \"$F\" x",
        "F=gate && mv ${F}/plan.md x",
        "F=gate; F+=/plan.md; mv $F x",
        "for f in gate/plan.md b; do mv \"$f\" y; done",
        "A=(gate/plan.md b); mv \"${A[@]}\" x",
        "set -- gate/plan.md; mv \"$1\" x",
        "declare -r F=gate/plan.md; mv $F x",
        "mv {gate/plan,b}.md x",
    ]);
    check(&[
        ("F=a; read F; mv $F x", &["move <**>", "write x", "write <x/*>"]),
        ("F=a; if x; then F=b; fi; rm $F", &["remove <**>"]),
        ("F=a; (F=b); rm $F", &["remove a"]),
        ("F='a b'; rm $F \"$F\"", &["remove a", "remove b", "remove a b"]),
        ("rm {a,b}{1..2}", &["remove a1", "remove a2", "remove b1", "remove b2"]),
        ("rm '{a,b}'", &["remove {a,b}"]),
    ]);
}

/// G7: a command that only mentions a move is none. A05, A15, A31, A35, A39.
#[test]
fn a_mention_is_no_move() {
    harmless(&[
        "grep -rn 'git mv gate/plan.md' docs || true",
        "echo 'use git mv gate/x'",
        "# mv gate/plan.md x",
        "true <<'EOF'\nmv gate/plan.md x\nEOF",
        "git commit -m 'mv gate/plan.md x'",
        "git commit -m \"$(cat <<'EOF'\nit's done (see gate/plan.md)\nEOF\n)\"",
        "echo '{\"tool_input\":{\"command\":\"mv gate/plan.md x\"}}' | ourtool hook",
        "for f in a b; do [ -f \"$f\" ] && echo yes; done",
        "command -v mv gate/plan.md",
        "git mv -n gate/plan.md x",
        "exit 0; mv gate/plan.md x",
        "true || mv gate/plan.md x",
        "ssh host 'mv gate/plan.md x'",
        "mise exec -c \"npm test\"",
        "git switch -C topic",
        "mkdir -p gate && chmod +x gate",
    ]);
}

/// G7: the directory that a command really runs in. A11.
#[test]
fn a_relative_path_is_taken_from_its_directory() {
    check(&[
        ("cd gate && rm plan.md", &["remove gate/plan.md"]),
        ("cd gate; rm plan.md", &["remove gate/plan.md", "remove plan.md"]),
        ("set -e; cd gate; rm plan.md", &["remove gate/plan.md"]),
        ("cd gate || exit 1; rm plan.md", &["remove gate/plan.md"]),
        ("cd gate || rm plan.md", &["remove plan.md"]),
        ("cd gate | rm plan.md", &["remove plan.md"]),
        ("cd gate & rm plan.md", &["remove plan.md"]),
        ("(cd gate && rm a); rm b", &["remove gate/a", "remove b"]),
        ("{ cd gate && rm a; } && rm b", &["remove gate/a", "remove gate/b"]),
        ("pushd gate && rm a && popd && rm b", &["remove gate/a", "remove b"]),
        ("cd gate && cd - && rm a", &["remove a"]),
        ("cd a && cd b && rm c", &["remove a/b/c"]),
        ("cd a && rm /c ~/d", &["remove /c", "remove ~/d"]),
        ("cd && rm a", &["remove ~/a"]),
        ("cd \"$X\" && rm a.md", &["remove <**/a.md>", "remove <a.md>"]),
        ("cd $X/gate && rm a.md", &["remove <**/gate/a.md>", "remove <gate/a.md>"]),
        ("if cd gate; then rm a; else rm b; fi", &["remove gate/a", "remove b"]),
        ("D=$PWD; cd gate && rm $D/a", &["remove a"]),
        ("for d in a b; do (cd $d && rm x); done", &["remove a/x", "remove b/x"]),
        ("git -C gate -C sub rm --cached x", &["remove gate/sub/x", "remove <gate/sub/x/**>"]),
    ]);
}

/// G7: the target directory, as an option or at the end.
#[test]
fn the_target_of_a_move() {
    let expected: &[&str] = &["move a", "write dir/a", "fill <dir/a/**>"];
    for script in [
        "mv -t dir a",
        "mv -tdir a",
        "mv -vt dir a",
        "mv --target-directory dir a",
        "mv --target-directory=dir a",
        "mv --target=dir a",
        "mv a -t dir",
        "mv a dir/",
    ] {
        check(&[(script, expected)]);
    }
    check(&[
        ("mv a b", &["move a", "write b", "write b/a", "fill <b/a/**>", "fill <b/**>"]),
        ("mv a.md b.md", &["move a.md", "write b.md"]),
        ("mv a v1.0", &["move a", "write v1.0", "write v1.0/a", "fill <v1.0/a/**>", "fill <v1.0/**>"]),
        ("mv a b c", &["move a", "move b", "write c/a", "write c/b", "fill <c/a/**>", "fill <c/b/**>"]),
        ("mv -T a b", &["move a", "write b", "fill <b/**>"]),
        ("mv -- -a b", &["move -a", "write b", "write b/-a", "fill <b/-a/**>", "fill <b/**>"]),
        ("mv -S .bak a b.md", &["move a", "write b.md"]),
        ("mv '~/a' ~/b.md", &["move ./~/a", "write ~/b.md"]),
    ]);
}

/// G7: what cannot be read statically becomes a pattern that covers it.
#[test]
fn an_unreadable_operand_is_a_pattern() {
    check(&[
        ("mv \"$X\" a/", &["move <**>", "write <a/*>"]),
        ("mv *.md a/", &["move <*.md>", "write <a/*.md>"]),
        ("for f in docs/*.md; do rm \"$f\"; done", &["remove <docs/*.md>"]),
        ("rm 'a*'? [!b].md", &["remove <a[*]?>", "remove <[!b].md>"]),
        ("rm docs/$X.md", &["remove <docs/**.md>"]),
        ("rm \"docs/$(date).md\"", &["remove <docs/**.md>"]),
        ("ls | xargs rm", &["remove <**>"]),
        ("ls | xargs -I% mv % x/", &["move <**>", "write <x/*>"]),
        ("find . -name '*.md' -exec rm {} +", &["remove <*.md>", "remove <**/*.md>", "remove <*.md>"]),
        ("find gate -delete", &["remove gate", "remove <gate/**>"]),
        ("eval \"rm $X\"", &["remove <**>"]),
        ("bash -c \"rm a/$X\"", &["remove <a/**>"]),
        ("rm ~bob/x", &["remove <**/x>", "remove <x>"]),
        ("rm {1..1000}", &["remove <**>"]),
    ]);
}

/// A13, G7: with a program that cannot be known, the operands stand by themselves.
#[test]
fn an_unknown_program_keeps_its_operands() {
    check(&[
        ("/usr/bin/m[v] gate/plan.md x", &["unknown gate/plan.md", "unknown x"]),
        ("cd gate && \"$CMD\" plan.md", &["unknown gate/plan.md"]),
        ("\"$CMD\" \"$X\" -v", &[]),
        ("\"$CMD\" --to=gate/plan.md", &["unknown gate/plan.md"]),
        ("$SUDO rm a", &["unknown rm", "unknown a", "remove a"]),
    ]);
}

/// A19, A21, G7: options of git, of its wrappers and of its commands are told apart.
#[test]
fn git_in_every_spelling() {
    all_move(&[
        "git -c k=v mv gate/plan.md x",
        "git --no-pager mv gate/plan.md x",
        "git --git-dir=.git --work-tree=. mv gate/plan.md x",
        "git --git-dir .git mv gate/plan.md x",
        "git -C gate mv plan.md ../x",
        "git switch -C topic && git mv gate/plan.md x",
        "env -u -C git -c alias.z='!mv gate/plan.md x' z",
        "git -c alias.z=mv z gate/plan.md x",
        "git -c alias.z='mv gate/plan.md' z x",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0=mv git z gate/plan.md x",
        "git submodule foreach 'mv gate/plan.md x'",
        "git rebase -x 'mv gate/plan.md x' main",
    ]);
}

/// A37, A47, G9: commands of git that write files by path.
#[test]
fn git_writes_by_pathspec() {
    check(&[
        (
            "git checkout main -- gate/plan.md",
            &["write gate/plan.md", "restore gate/plan.md", "restore <gate/plan.md/**>"],
        ),
        (
            "git restore --source=HEAD~1 gate/plan.md",
            &["write gate/plan.md", "restore gate/plan.md", "restore <gate/plan.md/**>"],
        ),
        ("git restore --staged gate/plan.md", &[]),
        ("git --work-tree=/tmp/d checkout main -- .", &["restore .", "restore <**>"]),
        ("git restore '?*'", &["restore <?**/**>", "restore <?**>"]),
        ("git checkout -- ':/'", &["restore <**/**>", "restore <**>"]),
        (
            "git rm '*/plan.md'",
            &["remove <**/plan.md/**>", "remove <plan.md/**>", "remove <**/plan.md>", "remove <plan.md>"],
        ),
        ("git rm ':(icase)G/a'", &["remove <[gG]/[aA]/**>", "remove <[gG]/[aA]>"]),
        ("git checkout -b topic", &[]),
        ("git apply x.patch", &["write <**>"]),
        ("git apply --check x.patch", &[]),
        ("git apply <<'E'\n--- a/gate/plan.md\n+++ b/gate/plan.md\nE", &["write gate/plan.md"]),
        ("git apply <<'E'\nrename from gate/a\nrename to b\nE", &["move gate/a", "write b"]),
        ("patch -p1 < x.patch", &["write <**>"]),
        ("patch --dry-run -p1 < x.patch", &[]),
        ("git show HEAD:a > b", &["write b"]),
    ]);
}
