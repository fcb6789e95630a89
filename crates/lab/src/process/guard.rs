//! The guard: a small process that starts a program and ends everything that the program started.
//!
//! The host of the program holds one end of a socket whose other end is the guard's standard error. When the
//! host closes it or ends, however it ends, the guard kills the program and all its descendants.
//! The guard is their subreaper, so a descendant whose parent ended becomes a child of the guard and
//! cannot escape by a session or a double fork. Where the kernel has Landlock, the program can
//! neither signal nor debug a process that it did not start: not its guard, another program or the
//! host. It inherits the guard's standard input and output; the guard reads its standard error
//! and passes on the last line.
//!
//! The guard sends two lines: `started PID` or `failed ERRNO`, and at the end of the program `ended
//! STATUS LAST-LINE`, with the raw wait status.

use std::env::consts::ARCH;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use landlock::{AccessFs, Ruleset, RulesetAttr as _, RulesetError, Scope};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, fcntl_setfl};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, WaitId, WaitIdOptions,
    WaitOptions, getpid, getrlimit, kill_process, kill_process_group, pidfd_open,
    pidfd_send_signal, prlimit, set_child_subreaper, set_dumpable_behavior, setrlimit, setsid,
    wait, waitid,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::containment::Guard;
use super::pipes::LastLine;

/// How long a guard may take to start a program.
const START_LIMIT: Duration = Duration::from_secs(10);
/// How long a guard may take to end all processes before it is killed itself.
const END_LIMIT: Duration = Duration::from_secs(5);
/// Limit on open files below which programs cannot be expected to run, as a shell opens its script
/// as descriptor 10. The limit is the machine's, so no program may be blamed for it.
const LEAST_FILES: u64 = 16;
/// Stack of the thread that starts the program.
const STACK: usize = 256 << 10;
/// Bytes read at once from standard error.
const READ: usize = 4096;
/// Reads that empty a pipe, which holds at most a mebibyte unless root made it larger.
const PIPE_READS: usize = (1 << 20) / READ + 1;
/// The longest line from a guard.
const LONGEST_REPORT: usize = 2048;

/// The host's side of a guard.
pub(super) struct Control {
    socket: UnixStream,
    heard: Vec<u8>,
    program: Option<Pid>,
    ended: Option<Ended>,
}

/// How a guarded program ended.
#[derive(Clone, Debug)]
pub(super) enum Ended {
    /// By itself, with that last line on standard error.
    Program(ExitStatus, String),
    /// Its guard was killed, by which process cannot be known.
    Guard,
}

/// Why a guarded program could not be started.
pub(super) enum Unstarted {
    Guard(io::Error),
    Program(io::Error),
}

impl Control {
    /// Starts a program under a guard, with pipes to its standard input and output.
    pub(super) fn spawn(guard: &Guard, words: &[String]) -> Result<(Child, Self), Unstarted> {
        let files = getrlimit(Resource::Nofile).current;
        if files.is_some_and(|files| files < LEAST_FILES) {
            return Err(Unstarted::Guard(io::Error::other(format!(
                "the limit on open files is {files}; a program needs {LEAST_FILES}",
                files = files.unwrap_or_default()
            ))));
        }
        let (socket, theirs) = UnixStream::pair().map_err(Unstarted::Guard)?;
        let (program, arguments) = guard.command.split_first().expect("a guard has a command");
        let number = |limit: Option<u64>| limit.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let seconds =
            guard.cpu_time.map(|time| time.as_secs() + u64::from(time.subsec_nanos() > 0));
        let child = Command::new(program)
            .args(arguments)
            .args([number(guard.memory), number(seconds)])
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(OwnedFd::from(theirs))
            .spawn()
            .map_err(Unstarted::Guard)?;
        let mut control = Self { socket, heard: Vec::new(), program: None, ended: None };
        match control.attend() {
            Ok(()) => Ok((child, control)),
            Err(error) => {
                control.end(child);
                Err(error)
            }
        }
    }

    /// Returns the number of the program's process.
    pub(super) fn program_id(&self) -> Option<u32> {
        self.program.and_then(|pid| u32::try_from(pid.as_raw_pid()).ok())
    }

    /// Waits for the first line.
    fn attend(&mut self) -> Result<(), Unstarted> {
        let system = Unstarted::Guard;
        self.socket.set_read_timeout(Some(START_LIMIT)).map_err(system)?;
        let line = loop {
            if let Some(line) = self.line() {
                break line;
            }
            match self.read() {
                Ok(true) => {}
                Ok(false) => {
                    return Err(system(io::Error::other("the guard of the program ended early")));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(system(error)),
            }
        };
        self.socket.set_nonblocking(true).map_err(system)?;
        match line.split_once(' ') {
            Some(("started", pid)) => {
                self.program = pid.parse().ok().and_then(Pid::from_raw);
                Ok(())
            }
            Some(("failed", errno)) => {
                let errno = errno.parse().unwrap_or_default();
                Err(Unstarted::Program(io::Error::from_raw_os_error(errno)))
            }
            // Such as an error of the dynamic loader.
            _ => Err(system(io::Error::other(format!("the guard of the program said `{line}`")))),
        }
    }

    /// Reads once. Returns whether the guard still runs.
    fn read(&mut self) -> io::Result<bool> {
        let mut buffer = [0; LONGEST_REPORT];
        let count = self.socket.read(&mut buffer)?;
        self.heard.extend_from_slice(&buffer[..count]);
        Ok(count > 0 && self.heard.len() <= 2 * LONGEST_REPORT)
    }

    fn line(&mut self) -> Option<String> {
        let end = self.heard.iter().position(|&byte| byte == b'\n')?;
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        Some(String::from_utf8_lossy(&line[..end]).into_owned())
    }

    /// Returns how the program ended, if it did.
    pub(super) fn ended(&mut self) -> Option<Ended> {
        if self.ended.is_none() {
            let runs = match self.read() {
                Ok(runs) => runs,
                Err(error) => {
                    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
                }
            };
            self.ended = match self.line() {
                Some(line) => {
                    let mut words = line.splitn(3, ' ').skip(1);
                    let status = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                    let error = words.next().unwrap_or_default().to_owned();
                    Some(Ended::Program(ExitStatus::from_raw(status), error))
                }
                None => (!runs).then_some(Ended::Guard),
            };
        }
        self.ended.clone()
    }

    /// Makes the guard end all processes, and waits for it.
    pub(super) fn end(mut self, mut guard: Child) {
        let by_itself = matches!(self.ended(), Some(Ended::Program(..)));
        drop(self.socket);
        let step = Duration::from_millis(1);
        let mut waited = Duration::ZERO;
        while waited < END_LIMIT {
            match guard.try_wait() {
                Ok(Some(status)) if status.success() || by_itself => return,
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => break,
            }
            thread::sleep(step);
            waited += step;
        }
        // The program killed or stopped its guard. Its group is what can still be found.
        if let Some(group) = self.program.filter(|_| !by_itself) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = guard.kill();
        let _ = guard.wait();
    }
}

/// Runs the guard of a program. The arguments are those that follow the command of a [`Guard`].
pub fn run_guard(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Ok(mut control) = take_control() else { return ExitCode::from(3) };
    let program = match start(&arguments) {
        Ok(program) => program,
        Err(error) => {
            let errno = error.raw_os_error().unwrap_or_default();
            let _ = writeln!(control, "failed {errno}");
            return ExitCode::SUCCESS;
        }
    };
    let last_words = guard(program, &mut control);
    let _ = control.write_all(last_words.as_bytes());
    ExitCode::SUCCESS
}

/// Takes the socket off standard error, where the program must not find it.
fn take_control() -> io::Result<UnixStream> {
    let control = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stderr(null()?)?;
    Ok(control)
}

fn null() -> rustix::io::Result<OwnedFd> {
    rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
}

fn start(arguments: &[OsString]) -> io::Result<Child> {
    let [memory, seconds, program, arguments @ ..] = arguments else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    // Signals to the host's group do not reach a session of its own, and the program does not
    // reach the host's terminal.
    setsid()?;
    set_child_subreaper(Some(getpid()))?;
    // The program cannot attach to its guard as a debugger.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let number = |text: &OsStr| text.to_str().and_then(|text| text.parse::<u64>().ok());
    let mut command = Command::new(program);
    command.args(arguments).stderr(Stdio::piped()).process_group(0);
    let null = null()?;
    // The guard is below this limit itself.
    if let memory @ Some(_) = number(memory) {
        setrlimit(Resource::As, Rlimit { current: memory, maximum: memory })?;
    }
    // A domain belongs to a thread and to the processes that it starts. The guard stays outside.
    let confined = thread::Builder::new().stack_size(STACK).spawn(move || {
        // What the system does not have or forbids is skipped.
        let _ = confine();
        let _ = forbid_limits_of_others();
        command.spawn()
    })?;
    let child = confined.join().map_err(|_| io::Error::other("the starting thread panicked"))??;
    // Set from outside, as a flood of errors must not use up the guard's own time.
    if let Some(seconds) = number(seconds) {
        let limit = || Rlimit { current: Some(seconds), maximum: Some(seconds) };
        // Fails if the program has ended.
        let _ = prlimit(Some(Pid::from_child(&child)), Resource::Cpu, limit());
        // What it started in the meantime.
        for process in descendants().iter().filter(|process| process.is_here()) {
            let _ = prlimit(Some(process.pid), Resource::Cpu, limit());
        }
    }
    // The program alone holds its pipes.
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    Ok(child)
}

/// Puts the calling thread and what it starts into a Landlock domain, from which processes outside
/// can be neither signalled (Linux 6.12) nor debugged (Linux 5.13). Older kernels ignore it.
fn confine() -> Result<(), RulesetError> {
    Ruleset::default()
        // A domain must restrict access to something; no program that plays makes block devices.
        .handle_access(AccessFs::MakeBlock)?
        .scope(Scope::Signal)?
        .create()?
        .restrict_self()?;
    Ok(())
}

/// Keeps the calling thread and what it starts from changing the limits of other processes, by which
/// they could be killed. Other machines than those of [`TargetArch`] cannot do that.
fn forbid_limits_of_others() -> Result<(), Box<dyn std::error::Error>> {
    let of_another = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
    let rules = [(libc::SYS_prlimit64, vec![SeccompRule::new(vec![of_another])?])];
    let filter = SeccompFilter::new(
        rules.into(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        TargetArch::try_from(ARCH)?,
    )?;
    apply_filter(&BpfProgram::try_from(filter)?)?;
    Ok(())
}

/// Waits until the program or the host ends, and ends all processes. Returns the last report.
fn guard(mut program: Child, control: &mut UnixStream) -> String {
    let pid = Pid::from_child(&program);
    let _ = writeln!(control, "started {}", program.id());
    // Never waited for: any process of the program may take what was announced to be there.
    let mut stderr =
        program.stderr.take().filter(|from| fcntl_setfl(from, OFlags::NONBLOCK).is_ok());
    let mut last = LastLine::default();
    let ended = pidfd_open(pid, PidfdFlags::empty()).ok();
    // Kernels before 5.3 cannot announce the end of a process.
    let interval = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
    let interval = ended.is_none().then_some(&interval);
    while !has_ended(pid) {
        let mut polled = vec![PollFd::new(control, PollFlags::IN)];
        polled.extend(ended.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        polled.extend(stderr.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        let _ = poll(&mut polled, interval);
        let over = !polled[0].revents().is_empty();
        let heard = stderr.is_some() && polled.last().is_some_and(|fd| !fd.revents().is_empty());
        drop(polled);
        if over {
            break;
        }
        if heard && !stderr.as_mut().is_some_and(|from| listen(from, &mut last)) {
            stderr = None;
        }
    }
    // Until the program is reaped, no other process can have its number, nor another group.
    let _ = kill_process_group(pid, Signal::KILL);
    // It may have joined another group.
    let _ = program.kill();
    let status = program.wait().ok();
    kill_descendants();
    // What it wrote last: at most what a pipe holds, as no process is left to write more.
    if let Some(from) = &mut stderr {
        for _ in 0..PIPE_READS {
            listen(from, &mut last);
        }
    }
    let status = status.map_or(0, ExitStatus::into_raw);
    format!("ended {status} {}\n", last.finish().replace(char::is_control, " "))
}

/// Returns whether a child has ended, without reaping it.
fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)))
}

/// Reads once from the standard error of the program. Returns whether there may be more.
fn listen(from: &mut impl Read, last: &mut LastLine) -> bool {
    let mut buffer = [0; READ];
    match from.read(&mut buffer) {
        Ok(count) => {
            last.add(&buffer[..count]);
            count > 0
        }
        Err(error) => {
            matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
        }
    }
}

/// Kills all descendants of this process until none is left.
fn kill_descendants() {
    for round in 0_u32.. {
        let descendants = descendants();
        descendants.iter().for_each(Process::kill);
        // The dead are reaped last: until then they count towards the limit on processes, which
        // keeps the living from starting others.
        if descendants.iter().all(|process| process.is_dead) {
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            // An error means that there are no children.
            if wait(WaitOptions::NOHANG).is_err() {
                return;
            }
        }
        // Soon at first; later a process may be waiting for a device.
        thread::sleep(Duration::from_millis(if round < 100 { 1 } else { 20 }));
    }
}

/// A process, as the system lists it.
struct Process {
    pid: Pid,
    parent: i32,
    group: Pid,
    is_dead: bool,
}

impl Process {
    /// Kills it, with the group that it leads.
    fn kill(&self) {
        if self.parent == getpid().as_raw_pid() {
            // Until this guard reaps it, no other process can have its number. A group is gone at once,
            // however fast it grows. A process may also join the group of this guard, so only groups
            // that a child leads are killed as such.
            let _ = if self.group == self.pid {
                kill_process_group(self.pid, Signal::KILL)
            } else {
                kill_process(self.pid, Signal::KILL)
            };
            return;
        }
        // Its parent may have reaped it, and another process, such as the guard of another program,
        // may have its number. The descriptor stays that of the process that is looked at.
        let descriptor = pidfd_open(self.pid, PidfdFlags::empty());
        if self.is_here() {
            let _ = match descriptor {
                Ok(descriptor) => pidfd_send_signal(descriptor, Signal::KILL),
                // Kernels before 5.3 have none.
                Err(_) => kill_process(self.pid, Signal::KILL),
            };
        }
    }

    /// Whether it still has its number, judged by its parent: the one before, or this guard since that
    /// ended.
    fn is_here(&self) -> bool {
        let stat = fs::read(format!("/proc/{}/stat", self.pid.as_raw_pid()));
        let now = stat.ok().and_then(|stat| Self::parse(&stat));
        now.is_some_and(|now| [self.parent, getpid().as_raw_pid()].contains(&now.parent))
    }

    /// Reads `/proc/PID/stat`.
    fn parse(stat: &[u8]) -> Option<Self> {
        let stat = String::from_utf8_lossy(stat);
        // The name of the process may hold any bytes, parentheses too.
        let (head, tail) = stat.rsplit_once(')')?;
        let mut fields = tail.split_whitespace();
        let state = fields.next()?;
        let mut number = || fields.next()?.parse().ok();
        let (parent, group) = (number()?, number()?);
        let pid = Pid::from_raw(head.split_whitespace().next()?.parse().ok()?)?;
        Some(Self { pid, parent, group: Pid::from_raw(group)?, is_dead: state == "Z" })
    }
}

/// Returns the children of this process, their children, and so on.
fn descendants() -> Vec<Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut others: Vec<Process> = entries
        .filter(|entry| {
            entry.file_name().to_string_lossy().starts_with(|c: char| c.is_ascii_digit())
        })
        .filter_map(|entry| Process::parse(&fs::read(entry.path().join("stat")).ok()?))
        .collect();
    let mut found: Vec<Process> = Vec::new();
    let mut parent = getpid().as_raw_pid();
    let mut next = 0;
    loop {
        found.extend(others.extract_if(.., |process| process.parent == parent));
        let Some(process) = found.get(next) else { return found };
        parent = process.pid.as_raw_pid();
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_processes_is_read_whatever_their_names() {
        let read = |stat: &str| {
            let process = Process::parse(stat.as_bytes())?;
            let (pid, group) = (process.pid.as_raw_pid(), process.group.as_raw_pid());
            Some((pid, process.parent, group, process.is_dead))
        };
        assert_eq!(read("12 (sh) S 1 7 7 0 -1"), Some((12, 1, 7, false)));
        assert_eq!(read("12 (a) Z 1 (b) Z 3 12 7 0"), Some((12, 3, 12, true)));
        for bad in ["", "12", "12 (sh)", "12 (sh) S 1", "x (sh) S 1 7"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
