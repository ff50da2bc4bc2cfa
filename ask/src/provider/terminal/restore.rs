//! What a signal leaves of a terminal. A reader can rely on: a program that is ended from outside while it asks gives the
//! terminal back as it was, and ends by that signal.

#[cfg(unix)]
pub(super) use unix::on_signals;

#[cfg(not(unix))]
pub(super) fn on_signals() {}

#[cfg(unix)]
mod unix {
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level;

    /// Ends the watch when it is dropped.
    pub(in super::super) struct Watch(Option<Handle>);

    impl Drop for Watch {
        fn drop(&mut self) {
            self.0.iter().for_each(Handle::close);
        }
    }

    /// Watches until the value is dropped.
    pub(in super::super) fn on_signals() -> Watch {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else { return Watch(None) };
        let handle = signals.handle();
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let _ = crossterm::terminal::disable_raw_mode();
                let _ = crossterm::execute!(
                    std::io::stderr(),
                    crossterm::event::DisableBracketedPaste,
                    crossterm::cursor::Show
                );
                let _ = low_level::emulate_default_handler(signal);
            }
        });
        Watch(Some(handle))
    }
}
