//! A repository opened as git opens it for its user: the user's own configuration counts, since it says what is ignored,
//! which filters run and which repositories are trusted. Variables of the environment do not, but for where the user's
//! files are. Refuses a repository of another user, as git does.

use std::path::Path;

use gix::discover::upwards;
use gix::sec::{Permission, Trust};

use super::discover::chain;
use crate::path::{native, resolved, spelled};

/// The repository of the work tree at `tree`, resolved.
///
/// # Errors
/// If it cannot be read, belongs to another user, or keeps its work tree elsewhere.
pub(super) fn open(tree: &str) -> Result<gix::Repository, String> {
    let mut permissions = gix::open::Permissions::isolated();
    permissions.config.system = true;
    permissions.config.git = true;
    permissions.config.user = true;
    permissions.config.includes = true;
    permissions.attributes.system = true;
    permissions.attributes.git = true;
    permissions.env.home = Permission::Allow;
    permissions.env.xdg_config_home = Permission::Allow;
    let options = gix::open::Options::default().permissions(permissions);
    let trust = gix::sec::trust::Mapping { full: options.clone(), reduced: options };
    let upwards = upwards::Options { cross_fs: true, ..upwards::Options::default() };
    let found = gix::ThreadSafeRepository::discover_opts(native(Path::new(tree)), upwards, trust);
    let unread = |fault: gix::Error| format!("the repository at {tree} cannot be read: {}", chain(&fault));
    let git = found.map_err(unread)?.to_thread_local();
    if git.git_dir_trust() != Trust::Full {
        return Err(format!(
            "the repository at {tree} belongs to another user, so it is not read, as git does not read it; if you \
             trust it, run `git config --global --add safe.directory {tree}`"
        ));
    }
    let top = git.workdir().and_then(|top| std::path::absolute(top).ok()).map(|top| resolved(&spelled(&top)));
    if top.as_deref() != Some(tree) {
        return Err(format!("the configuration of the repository at {tree} keeps its work tree elsewhere"));
    }
    Ok(git)
}
