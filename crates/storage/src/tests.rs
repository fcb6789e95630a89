//! What survives, and what is refused.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::disk::{Call, recorded};
use super::*;

fn replace(path: &Path, content: &[u8], links: Links) -> Result<(), Error> {
    let mut new = Replacement::begin(path, links)?;
    new.write_all(content).unwrap();
    new.commit()
}

fn names(directory: &Path) -> Vec<String> {
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn a_replacement_is_on_disk_before_it_has_the_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    recorded();
    replace(&path, b"1", Links::Refuse).unwrap();
    assert_eq!(recorded(), [Call::SyncFile, Call::Rename, Call::SyncDirectory]);
}

#[test]
fn appended_bytes_are_synced_when_it_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    recorded();
    let mut file = AppendFile::open(&path, Links::Refuse).unwrap();
    assert_eq!(recorded(), [Call::SyncDirectory]);
    for _ in 0..100 {
        file.append(b"x\n").unwrap();
    }
    assert!(recorded().len() <= 1, "not for every record");
    file.sync().unwrap();
    file.truncate(20).unwrap();
    assert_eq!(recorded(), [Call::SyncFile, Call::SyncFile]);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    file.append(b"x\n").unwrap();
    assert_eq!(recorded(), [Call::SyncFile]);
    assert_eq!((file.len(), fs::read(&path).unwrap().len()), (22, 22));
}

/// Bytes appended to a file that has lost its name are lost.
#[test]
fn a_file_that_another_program_changed_is_an_error() {
    type Change = fn(&Path);
    let mut changes: Vec<Change> = vec![
        |path| fs::OpenOptions::new().write(true).open(path).unwrap().set_len(1).unwrap(),
        |path| fs::OpenOptions::new().append(true).open(path).unwrap().write_all(b"y").unwrap(),
    ];
    if cfg!(unix) {
        changes.push(|path| fs::remove_file(path).unwrap());
        changes.push(|path| {
            fs::copy(path, path.with_extension("new")).unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        });
    }
    for links in [Links::Follow, Links::Refuse] {
        for change in &changes {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("a");
            let mut file = AppendFile::open(&path, links).unwrap();
            file.append(b"one\n").unwrap();
            file.rewrite(b"two\n").unwrap();
            file.append(b"three\n").unwrap();
            file.sync().unwrap();
            change(&path);
            assert!(matches!(file.sync(), Err(Error::Changed { .. })));
        }
    }
}

#[test]
fn a_dropped_replacement_leaves_everything_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    replace(&path, b"old", Links::Refuse).unwrap();
    let mut new = Replacement::begin(&path, Links::Refuse).unwrap();
    new.write_all(&[7; 100_000]).unwrap();
    assert_eq!(names(directory.path()).len(), 2);
    drop(new);
    assert_eq!(names(directory.path()), ["a"]);
    assert_eq!(fs::read(&path).unwrap(), b"old");
}

#[test]
fn a_file_has_one_writer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    let mut first = AppendFile::open(&path, Links::Refuse).unwrap();
    first.append(b"1\n").unwrap();
    let error = AppendFile::open(&path, Links::Follow).unwrap_err();
    assert!(error.to_string().ends_with("is in use: another process writes to it"), "{error}");
    drop(first);
    let mut second = AppendFile::open(&path, Links::Refuse).unwrap();
    assert_eq!(second.len(), 2);
    second.append(b"2\n").unwrap();
    assert_eq!(std::io::read_to_string(second.read().unwrap()).unwrap(), "1\n2\n");
}

#[test]
fn a_rewritten_file_stays_locked_and_grows() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    let mut file = AppendFile::open(&path, Links::Refuse).unwrap();
    file.append(b"old\n").unwrap();
    recorded();
    file.rewrite(b"new\n").unwrap();
    assert_eq!(recorded(), [Call::SyncFile, Call::Rename, Call::SyncDirectory]);
    assert!(matches!(AppendFile::open(&path, Links::Refuse), Err(Error::Locked { .. })));
    assert_eq!(std::io::read_to_string(file.read().unwrap()).unwrap(), "new\n");
    file.append(b"er\n").unwrap();
    assert_eq!((fs::read(&path).unwrap(), file.len()), (b"new\ner\n".to_vec(), 7));
    assert_eq!(names(directory.path()), ["a"]);
}

#[test]
fn a_kept_replacement_has_its_content() {
    let directory = tempfile::tempdir().unwrap();
    let mut new = Replacement::begin(&directory.path().join("a"), Links::Refuse).unwrap();
    new.write_all(&[7; 10]).unwrap();
    new.flush().unwrap();
    let kept = new.keep().unwrap();
    assert_eq!(fs::read(&kept).unwrap(), [7; 10]);
    assert_eq!(names(directory.path()).len(), 1);
}

#[cfg(unix)]
#[test]
fn links_are_followed_or_refused_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    replace(&at("real"), b"old", Links::Refuse).unwrap();
    fs::set_permissions(at("real"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real", at("link")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    for (name, links) in
        [("link", Links::Refuse), ("dangling", Links::Refuse), ("dangling", Links::Follow)]
    {
        for error in [
            Replacement::begin(&at(name), links).unwrap_err(),
            AppendFile::open(&at(name), links).unwrap_err(),
        ] {
            assert!(error.to_string().contains("is a symbolic link"), "{error}");
        }
    }
    symlink("loop", at("loop")).unwrap();
    let error = Replacement::begin(&at("loop"), Links::Follow).unwrap_err();
    assert!(
        error.to_string().ends_with("is a loop of symbolic links, not a plain file"),
        "{error}"
    );
    fs::remove_file(at("loop")).unwrap();
    replace(&at("link"), b"new", Links::Follow).unwrap();
    AppendFile::open(&at("link"), Links::Follow).unwrap().append(b"er").unwrap();
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert_eq!(fs::read(at("real")).unwrap(), b"newer");
    assert_eq!(fs::metadata(at("real")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(directory.path()), ["dangling", "link", "real"]);
}

#[cfg(unix)]
#[test]
#[ignore = "needs root"]
fn owner_and_group_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a");
    fs::write(&path, b"old").unwrap();
    chown(&path, Some(12345), Some(23456)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o6751)).unwrap();
    replace(&path, b"new", Links::Follow).unwrap();
    let file = fs::metadata(&path).unwrap();
    assert_eq!((file.uid(), file.gid(), file.mode() & 0o7777), (12345, 23456, 0o6751));
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let fifo = directory.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let socket = directory.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (path, what) in [
        (directory.path(), "a directory"),
        (&fifo, "a FIFO"),
        (&socket, "a socket"),
        (Path::new("/dev/null"), "a device"),
    ] {
        for links in [Links::Follow, Links::Refuse] {
            for error in [
                Replacement::begin(path, links).unwrap_err(),
                AppendFile::open(path, links).unwrap_err(),
            ] {
                let expected = format!("{} is {what}, not a plain file", path.display());
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

/// A random name says nothing to a user.
#[test]
fn errors_name_the_target() {
    let path = Path::new("no/such/directory/page");
    let error = Replacement::begin(path, Links::Follow).unwrap_err().to_string();
    assert!(error.starts_with("cannot write to no/such/directory/page: "), "{error}");
    assert!(!error.contains(".partial"), "{error}");
}

/// A limit on the size of files stands in for a full disk. It holds for the whole process, so this
/// runs in a child: the test itself, called again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_whole_records() {
    const PLACE: &str = "QUADRILLE_STORAGE_TEST_DIRECTORY";
    if let Some(directory) = std::env::var_os(PLACE) {
        let directory = Path::new(&directory);
        let mut log = AppendFile::open(&directory.join("log"), Links::Refuse).unwrap();
        while log.append(&[b'x'; 999]).is_ok() {}
        let mut page = Replacement::begin(&directory.join("page"), Links::Refuse).unwrap();
        let written = page.write_all(&[7; 1 << 20]);
        let error = match written {
            Err(error) => error.to_string(),
            Ok(()) => page.commit().unwrap_err().to_string(),
        };
        // It does not mention the random name.
        assert!(error.ends_with("File too large (os error 27)"), "{error}");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    replace(&directory.path().join("page"), b"old", Links::Refuse).unwrap();
    let name = "tests::a_full_disk_leaves_whole_records";
    // Ignored, the signal of the limit becomes an error of the write.
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" --exact \"$1\" --nocapture";
    // Its output goes through pipes: the limit counts for the log of a test run, too.
    let child = std::process::Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .arg(name)
        .env(PLACE, directory.path())
        .output()
        .unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
    let log = fs::read(directory.path().join("log")).unwrap();
    assert!(log.len() > 50_000 && log.len().is_multiple_of(999), "{}", log.len());
    assert_eq!(fs::read(directory.path().join("page")).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["log", "page"]);
}
