//! One world behind several bodies of evidence, so that what both keys ask is read once. Adds nothing to its answers.

use std::cell::RefCell;
use std::rc::Rc;

use facts::git::{History, Version};
use facts::transcript::OwnCall;
use facts::world::{Presence, Seen, World};

/// A share of a world. Questions come one after another, so the borrows never meet.
pub(super) struct Shared<'s, 'w>(pub(super) &'s RefCell<&'w mut (dyn World + 'w)>);

impl World for Shared<'_, '_> {
    fn forms(&mut self, directory: &str, path: &str) -> Vec<String> {
        self.0.borrow_mut().forms(directory, path)
    }

    fn owner(&mut self, path: &str) -> Result<Option<String>, String> {
        self.0.borrow_mut().owner(path)
    }

    fn ignores_case(&mut self, tree: &str) -> Result<bool, String> {
        self.0.borrow_mut().ignores_case(tree)
    }

    fn tracked(&mut self, path: &str) -> Result<bool, String> {
        self.0.borrow_mut().tracked(path)
    }

    fn tracked_match(&mut self, directory: &str, pattern: &str) -> Result<Vec<String>, String> {
        self.0.borrow_mut().tracked_match(directory, pattern)
    }

    fn committed(&mut self, tree: &str, path: &str) -> Result<bool, String> {
        self.0.borrow_mut().committed(tree, path)
    }

    fn read(&mut self, tree: &str, file: &str, version: Version) -> Result<Option<Vec<u8>>, String> {
        self.0.borrow_mut().read(tree, file, version)
    }

    fn files(&mut self, tree: &str) -> Result<Rc<Vec<String>>, String> {
        self.0.borrow_mut().files(tree)
    }

    fn present(&mut self, tree: &str, path: &str) -> Presence {
        self.0.borrow_mut().present(tree, path)
    }

    fn history(&mut self, tree: &str) -> Result<Option<Rc<History>>, String> {
        self.0.borrow_mut().history(tree)
    }

    fn transcript(&mut self, file: &str, own: Option<&OwnCall<'_>>) -> Result<Seen, String> {
        self.0.borrow_mut().transcript(file, own)
    }

    fn damaged(&mut self, file: &str, part: &str) -> Result<Vec<u64>, String> {
        self.0.borrow_mut().damaged(file, part)
    }
}
