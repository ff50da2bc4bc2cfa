//! What a script tells of itself: files that it writes and runs, programs with their words and folders, names that it
//! redefines, commands in settings and variables.

use facts::shell::{Dialect, read};

use super::{all_move, check, harmless, lines};

/// Scripts that write `gate/plan.md`, however they say it.
#[track_caller]
fn all_write(scripts: &[&str]) {
    for script in scripts {
        let lines = lines(&read(Dialect::Bash, script), true);
        let writes = |line: &String| line.starts_with("write gate/plan.md") || line == "name gate/plan.md";
        assert!(lines.iter().any(writes), "{script}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("error")), "{script}: {lines:?}");
    }
}

/// G7, G9: a file that the script writes and then runs is read as if it stood in the script.
#[test]
fn a_file_that_is_written_and_run() {
    all_write(&[
        "echo 'echo x > gate/plan.md' > w.sh; bash w.sh",
        "cat > w.sh <<'E'\necho x > gate/plan.md\nE\nchmod +x w.sh && ./w.sh",
        "cd gate && echo 'echo x > plan.md' > w && . ./w",
        "bash <(echo 'echo x > gate/plan.md')",
        "source <(echo 'echo x > gate/plan.md')",
        ". /dev/stdin <<< 'echo x > gate/plan.md'",
        "cat > w.py <<'E'\nopen('gate/plan.md', 'w')\nE\npython3 w.py",
        "printf 'all:\\n\\techo x > gate/plan.md\\n' > Makefile; make",
        "printf 'w gate/plan.md\\n' > s.sed; sed -n -f s.sed a.md",
        "bash +x -c 'echo x > gate/plan.md'",
    ]);
    all_move(&["echo 'mv gate/plan.md x' > m.sh; sh m.sh", "printf 'mv gate/plan.md x\\n' > m && source ./m"]);
    check(&[("echo 'ls' > w.sh; bash w.sh", &["write w.sh \"ls\\n\""])]);
    harmless(&["bash build.sh", "source .venv/bin/activate", "make -j4 all"]);
}

/// G9: a program is handed its words, its variables and its folder.
#[test]
fn a_program_with_its_words_and_folder() {
    all_write(&[
        "cd gate && python3 -c \"open('plan.md', 'w')\"",
        "python3 -c 'open(sys.argv[1])' gate/plan.md",
        "F=gate/plan.md python3 -c 'open(os.environ[\"F\"])'",
        "export F=gate/plan.md; node -e 'w(process.env.F)'",
        "awk -v f=gate/plan.md '{print > f}' a",
    ]);
    all_move(&[
        "python3 -c \"import os; os.rename('gate/plan.md', 'x')\"",
        "perl -e 'rename \"gate/plan.md\", \"x\"'",
        "awk 'BEGIN{system(\"mv gate/plan.md x\")}'",
        "cd gate && python3 -c \"shutil.move('plan.md', 'x')\"",
    ]);
    harmless(&["python3 lint.py gate/plan.md"]);
    for script in [
        "awk '$1 > 2' gate/plan.md",
        "perl -ne 'print' gate/plan.md",
        "python3 -c \"df.rename(columns={'gate/plan.md': 1})\"",
    ] {
        let lines = lines(&read(Dialect::Bash, script), false);
        assert!(!lines.iter().any(|line| line.contains("move") || line.contains("\n'gate")), "{script}: {lines:?}");
    }
}

/// G7: neither a function nor an alias hides the program of its name, and a declaration by any name sets a variable.
#[test]
fn names_that_are_redefined() {
    all_move(&[
        "mv() { :; }; command mv gate/plan.md x",
        "mv() { :; }; unset -f mv; mv gate/plan.md x",
        "mv() { :; }; /bin/mv gate/plan.md x",
        "alias mv=true; mv gate/plan.md x",
        "hash -p /bin/mv foo; foo gate/plan.md x",
        "git $(echo mv) gate/plan.md x",
        "$(which mv) gate/plan.md x",
        "git config alias.x mv; git x gate/plan.md x",
        "git config alias.x '!mv gate/plan.md x'; git x",
    ]);
    all_write(&[
        "command cd gate; echo x > plan.md",
        "x=a; command export x=gate; echo x > $x/plan.md",
        "HOME=gate; cd; echo x > plan.md",
        "x=([$(echo y > gate/plan.md)]=1)",
    ]);
    let reference = lines(&read(Dialect::Bash, "x=a; declare -n r=x; r=gate; echo y > $x/plan.md"), false);
    assert!(reference.iter().any(|line| line.starts_with("write <**/plan.md>")), "{reference:?}");
    harmless(&["f() { ls; }; f", "alias ll='ls -l'; ll", "command cd a && ls"]);
}

/// G9: commands in git's settings and in variables, and programs that make files of their own.
#[test]
fn commands_that_others_run() {
    all_write(&[
        "GIT_EDITOR='tee gate/plan.md' git commit",
        "git -c core.editor='tee gate/plan.md' commit",
        "git config core.pager 'tee gate/plan.md'",
        "git merge-file gate/plan.md a b",
        "git bundle create gate/plan.md HEAD",
        "openssl rand -out gate/plan.md 8",
        "logsave gate/plan.md ls",
    ]);
    check(&[
        ("mktemp gate/p.XXXX", &["write <gate/p.*>"]),
        ("mktemp -p gate", &["write <gate/*>"]),
        ("git clone ../o gate/c", &["write gate/c", "fill <gate/c/**>"]),
        (
            "mv new/gate gate",
            &["move new/gate", "write gate", "write gate/gate", "fill <gate/gate/**>", "fill <gate/**>"],
        ),
        ("T=$(mktemp); git diff > \"$T\"", &["write /tmp/tmp.XXXXXXXXXX"]),
        ("ruff check --fix src/", &["write <src/**.py>", "write <src/**.pyi>", "write <src/**.ipynb>"]),
    ]);
    harmless(&[
        "git config user.name x",
        "GIT_PAGER=cat git log",
        "EDITOR=vim git commit",
        "mktemp -d",
        "ruff check .",
        "black --check .",
    ]);
}
