//! Which way a question takes to the person: the browser where that is asked for, else the terminal where there is one. A
//! reader can rely on: nothing else is taken for a person.

use ask::provider::Providers;
use ask::provider::browser::Browser;
use ask::provider::terminal::Terminal;

use crate::print;

/// How to get a way.
pub(crate) const HELP: &str = "; run this in a terminal (standard input and standard error both); any other question \
                               than a point's can also be asked with --browser, or answered by --answers FILE";

/// The same for a point, which is a person's: in a browser too only where there is a terminal, since who reads the form's address
/// can fill it in.
pub(crate) fn to_the_person_at_a_terminal(browser: bool) -> Providers {
    if Terminal::open().is_none() {
        return Providers::new();
    }
    to_the_person(browser)
}

/// The provider that reaches the person, if any does.
pub(crate) fn to_the_person(browser: bool) -> Providers {
    let mut providers = Providers::new();
    if browser {
        providers.install(Box::new(Browser::new(announce)));
    } else if let Some(terminal) = Terminal::open() {
        providers.install(Box::new(terminal));
    }
    providers
}

/// Where the form is: the person opens it, and nobody else knows it.
fn announce(address: &str) {
    print::complaint(&format!("gatelog: the question is at {address}"));
}
