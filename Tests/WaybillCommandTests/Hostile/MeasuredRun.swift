import Foundation

/// One run of the real executable with what it cost, from the system's own account of the child.
///
/// On Linux it gets no more memory than it may use: what asks for more is given none, and traps. (The peak in a child's
/// account would begin with that of this process, which is larger.)
struct MeasuredRun {
    /// `nil` where a signal ended it: a trap, or the watchdog.
    let status: Int32?
    /// On all cores together. The machine may be busy with other things, so the time on the wall says nothing.
    let cpuSeconds: Double
    /// What was printed, of a very long text the beginning.
    let output: String

    private static let mostMebibytes = 256
    /// Longer than any run may take on the busiest machine; what waits for a pipe waits for ever.
    private static let watchdogSeconds = 60.0

    init(_ arguments: [String], in folder: URL) throws {
        let log = folder.appending(path: "measured-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        #if os(Linux)
            let limit = "ulimit -d \(Self.mostMebibytes << 10) && "
        #else
            let limit = ""
        #endif
        // The shell goes to the folder, and then is the program: the same process.
        let script = limit + "cd \"$0\" && exec \"$@\""
        let shell = ["/bin/sh", "-c", script, folder.path, CommandRun.executable.path]
        let process = try Self.spawn(shell + arguments, output: log.path)
        let watchdog = DispatchWorkItem { _ = kill(process, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.watchdogSeconds, execute: watchdog)
        var (state, usage): (Int32, rusage) = (0, rusage())
        while unsafe wait4(process, &state, 0, &usage) < 0, errno == EINTR {}  // local out parameters
        watchdog.cancel()
        status = state & 0x7F == 0 ? (state >> 8) & 0xFF : nil
        cpuSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        let head = try FileHandle(forReadingFrom: log).read(upToCount: 65_536) ?? Data()
        output = String(decoding: head, as: UTF8.self)
    }

    /// Starts a program whose output goes into a file.
    private static func spawn(_ words: [String], output: String) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()  // initialized by the next call
        #endif
        unsafe posix_spawn_file_actions_init(&actions)  // destroyed below
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }  // initialized above
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)  // copied by the call
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)  // as above
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]  // freed below
        defer { while let argument = unsafe arguments.popLast() { unsafe free(argument) } }  // allocated by strdup
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, &environment)  // all alive here
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        return process
    }
}
