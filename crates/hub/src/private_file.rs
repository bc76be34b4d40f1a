//! Files that only their owner may read.

use std::path::Path;

/// Whether other users of this computer can read a file. On systems without such permissions,
/// nobody is taken to be able to.
pub(crate) fn is_readable_by_others(path: &Path) -> std::io::Result<bool> {
    let permissions = std::fs::metadata(path)?.permissions();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        Ok(permissions.mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = permissions;
        Ok(false)
    }
}
