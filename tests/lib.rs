//! Shared by the test suites.
