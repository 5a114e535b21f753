//! The program itself: started, spoken to over a socket, and ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_scanfold-service");

/// Runs a command of the program to its end.
pub fn run<const N: usize>(arguments: [&str; N]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs a command that has to succeed.
#[track_caller]
pub fn succeed<const N: usize>(arguments: [&str; N]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The command fails with one line that holds these words, and no `canary` out of a file.
#[track_caller]
pub fn fails<const N: usize>(arguments: [&str; N], words: &str) {
    let output = run(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty() && !text.contains("canary"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("error: ") && text.contains(words), "{words}: {text}");
}

/// The command's output cannot be written, and that is how it fails.
#[track_caller]
pub fn fails_unheard<const N: usize>(arguments: [&str; N]) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).stdout(writer).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {text}");
    assert!(text.starts_with("error: cannot write to the standard output: ") && text.lines().count() == 1, "{text}");
}

/// A running service.
pub struct Served {
    child: Child,
    pub address: SocketAddr,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

/// An answer as it came over the socket.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// The header of a name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

impl Served {
    pub fn start(database: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", "127.0.0.1:0", "--db"]).arg(database);
        Self::spawn(command)
    }

    /// Starts the service so that no file may grow beyond `blocks` of 512 bytes: a disk that is full.
    pub fn start_on_full_disk(database: &Path, blocks: u64) -> Self {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" serve --listen 127.0.0.1:0 --db \"$1\"");
        command.args(["-c", &script, PROGRAM]).arg(database);
        Self::spawn(command)
    }

    /// Starts the service so that it may have no more than so many files and connections open.
    pub fn start_with_descriptors(database: &Path, most: u32) -> Self {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {most}; exec \"$0\" serve --listen 127.0.0.1:0 --db \"$1\"");
        command.args(["-c", &script, PROGRAM]).arg(database);
        Self::spawn(command)
    }

    /// Starts the service and leaves its log unread.
    pub fn start_unread(database: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", "127.0.0.1:0", "--db"]).arg(database);
        Self::spawned(command, |_, _| None)
    }

    /// Reads, from now on, the log of a service that was started with it unread.
    pub fn read_log(&mut self) {
        self.reader = Some(copy_lines(self.child.stderr.take().unwrap(), self.log.clone()));
    }

    fn spawn(command: Command) -> Self {
        Self::spawned(command, |child, log| Some(copy_lines(child.stderr.take().unwrap(), log.clone())))
    }

    fn spawned(
        mut command: Command,
        read: impl FnOnce(&mut Child, &Arc<Mutex<String>>) -> Option<JoinHandle<()>>,
    ) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let reader = read(&mut child, &log);
        let address = first.trim_end().strip_prefix("listening on http://");
        let address =
            address.unwrap_or_else(|| panic!("began with {first:?}: {}", log.lock().unwrap())).parse().unwrap();
        Self { child, address, log, reader }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// One request on a connection of its own; `None` if the connection breaks.
    pub fn post(&self, path: &str, token: &str, body: &str) -> Option<Answer> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request(path, token, body, "close").as_bytes()).ok()?;
        answer(&mut stream)
    }

    pub fn alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([format!("-{name}"), self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// How the program ended, within so many seconds.
    #[track_caller]
    pub fn ended_within(&mut self, seconds: u64) -> ExitStatus {
        let limit = Instant::now() + Duration::from_secs(seconds);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < limit, "still running after {seconds} s");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for these words in the log.
    #[track_caller]
    pub fn logs(&self, words: &str) {
        let limit = Instant::now() + Duration::from_secs(10);
        while !self.log.lock().unwrap().contains(words) {
            assert!(Instant::now() < limit, "not in the log: {words}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the program as asked, and gives its whole log.
    pub fn stop(mut self) -> String {
        self.signal("TERM");
        assert!(self.ended_within(15).success());
        self.whole_log()
    }

    /// What a program that has ended wrote into its log.
    pub fn whole_log(mut self) -> String {
        self.reader.take().unwrap().join().unwrap();
        let log = self.log.lock().unwrap();
        log.clone()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn request(path: &str, token: &str, body: &str, connection: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: {connection}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads one answer with a length; `None` if the connection breaks before its end.
pub fn answer(stream: &mut impl Read) -> Option<Answer> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut answer = Answer { status, head, body: Vec::new() };
    answer.body = vec![0; answer.header("content-length").map_or(0, |text| text.parse().unwrap())];
    stream.read_exact(&mut answer.body).ok()?;
    Some(answer)
}

/// A file that is removed with its folder.
pub fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.db");
    (folder, file)
}

pub fn path(file: &Path) -> &str {
    file.to_str().unwrap()
}

/// A file of this text.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file
}

fn copy_lines(from: impl Read + Send + 'static, to: Arc<Mutex<String>>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            let mut log = to.lock().unwrap();
            log.push_str(&line);
            log.push('\n');
        }
    })
}
