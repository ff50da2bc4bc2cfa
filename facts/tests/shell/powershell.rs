//! PowerShell: cmdlets, aliases, and the way in from another shell.

use super::{all_move, check_powershell};

/// A43, G7, G9: the alias does what the cmdlet does, in any case.
#[test]
fn cmdlets_and_aliases() {
    let moved: &[&str] = &["move gate\\plan.md", "write x", "write x/plan.md"];
    for script in [
        "Move-Item gate\\plan.md x",
        "move-item -Path gate\\plan.md -Destination x",
        "mi gate\\plan.md x",
        "MOVE gate\\plan.md x",
        "mv -Force gate\\plan.md x",
        "mi -LiteralPath:'gate\\plan.md' -Dest x",
        "& Move-Item gate\\plan.md x",
        "if ($true) { mi gate\\plan.md x }",
        "ls | % { mi gate\\plan.md x }",
        "$p = 'gate\\plan.md'; mi $p x",
        "mi `\n gate\\plan.md x",
        "iex 'mi gate\\plan.md x'",
    ] {
        check_powershell(&[(script, moved)]);
    }
    check_powershell(&[
        ("'x' | tee gate\\plan.md", &["write gate\\plan.md \"x\\n\""]),
        ("sc gate\\plan.md x", &["write gate\\plan.md \"x\\n\""]),
        ("ac gate\\plan.md -Value 'a: absent'", &["write gate\\plan.md \"a: absent\\n\""]),
        ("@'\nx\n'@ | Set-Content a.md", &["write a.md \"x\\n\""]),
        ("'x' > a.md", &["write a.md \"x\\n\""]),
        ("ren gate\\plan.md y", &["write gate/y", "move gate\\plan.md"]),
        ("ri a.md, b.md -Force", &["remove a.md", "remove b.md"]),
        ("cp a.md b.md", &["write b.md"]),
        ("ni -Path gate -Name plan.md", &["write gate/plan.md"]),
        ("ni d -ItemType Directory", &[]),
        ("iwr http://x -OutF a.md", &["write a.md"]),
        ("Expand-Archive t.zip -DestinationPath gate", &["fill <gate/**>"]),
        ("git checkout -- gate/plan.md", &["write gate/plan.md", "restore gate/plan.md", "restore <gate/plan.md/**>"]),
        ("Start-Process git -ArgumentList 'rm','a'", &["remove a", "remove <a/**>"]),
    ]);
}

/// G7: directories and what cannot be known.
#[test]
fn directories_and_unknown_parts() {
    check_powershell(&[
        ("cd gate && ri a", &["remove gate/a"]),
        ("sl gate; ri a", &["remove a", "remove gate/a"]),
        ("ri $x", &["remove <**>"]),
        ("ri \"docs\\$x.md\"", &["remove <docs/**.md>"]),
        ("ri gate\\*.md", &["remove <gate/*.md>"]),
        ("ri -LiteralPath 'gate\\a[1].md'", &["remove gate\\a[1].md"]),
        ("ri $HOME\\a", &["remove ~\\a"]),
        ("gci | ri", &["remove <**>"]),
        ("& $cmd gate\\plan.md", &["unknown gate\\plan.md"]),
        ("[IO.File]::WriteAllText('a', 'b')", &["inline powershell [IO.File]::WriteAllText('a', 'b')"]),
        ("(gi a).MoveTo('b')", &["inline powershell (gi a).MoveTo('b')"]),
        ("cmd /c 'move a b'", &["inline cmd move a b"]),
    ]);
}

/// What only mentions a path does nothing to it.
#[test]
fn a_mention_is_no_write() {
    for script in [
        "# mi gate\\plan.md x",
        "<# mi a b #> ls",
        "Write-Output 'mi gate\\plan.md x'",
        "sls 'mi gate' src",
        "gc gate\\plan.md",
        "ls > $null",
        "echo hi 2>&1",
        "'gate\\plan.md'",
        "mi a b -WhatIf",
        "Test-Path gate\\plan.md",
    ] {
        check_powershell(&[(script, &[])]);
    }
    check_powershell(&[("mi 'a", &["error 1:4"]), ("if ($x) { mi a b", &["error 1:9"])]);
}

/// G25: a line for PowerShell in another shell's command.
#[test]
fn powershell_inside_bash() {
    all_move(&[
        "\"C:\\Windows\\powershell.exe\" -Command 'git mv gate/plan.md x'",
        "pwsh -NoProfile -c 'mi gate/plan.md x'",
        "cd gate && pwsh -c 'mi ./plan.md x' || pwsh -ExecutionPolicy Bypass -Command \"mi gate/plan.md x\"",
        "powershell 'mi gate/plan.md x'",
    ]);
}
