package import Foundation
import Synchronization

/// A program that this process has started.
///
/// Foundation's `Process` waits with run loops on other threads. This type waits with the one system call for it, which
/// also reports the cost of the child.
package struct ChildProcess: Sendable {
    package let id: pid_t

    /// The exit status of a child, and its cost.
    package struct End: Sendable {
        /// `nil` if a signal ended it.
        package let status: Int32?
        /// The signal that ended it.
        package let signal: Int32?
        /// The processor time on all cores together.
        package let cpuSeconds: Double
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The path of the program, and its arguments.
    ///   - folder: Its working directory; `nil` for this process's.
    ///   - environment: Its whole environment; `nil` for this process's.
    ///   - descriptors: Open files of this process, by the number that the child has them under.
    package init(
        _ words: [String], in folder: URL? = nil, environment: [String: String]? = nil,
        descriptors: [Int32: Int32] = [:]
    ) throws {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()  // initialized by the next call
        #endif
        unsafe posix_spawn_file_actions_init(&actions)  // destroyed below
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }  // initialized above
        for (number, descriptor) in descriptors {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)  // plain numbers
        }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawnattr_init(&attributes)  // destroyed below
        defer { unsafe posix_spawnattr_destroy(&attributes) }  // initialized above
        // The thread that runs a test may block signals, and a child would inherit that.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)  // a plain call on a local value
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)  // copied by the call
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))  // a plain call
        // The shell changes to the folder, and is then replaced by the program, in the same process.
        let prefix = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0.path] } ?? []
        let pairs = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var arguments = unsafe (prefix + words).map { unsafe strdup($0) } + [nil]  // freed below
        var variables = unsafe pairs.map { unsafe strdup($0) } + [nil]  // freed below
        defer {  // allocated by strdup
            while let text = unsafe (arguments.popLast() ?? variables.popLast()) { unsafe free(text) }
        }
        var id: pid_t = 0
        let program = (prefix + words)[0]
        let code = Self.whileNoneStarts {
            unsafe posix_spawn(&id, program, &actions, &attributes, &arguments, &variables)  // all alive here
        }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        self.id = id
    }

    /// Waits for the end of the child. May be called only once.
    package func wait() -> End {
        var (state, usage): (Int32, rusage) = (0, rusage())
        while unsafe wait4(id, &state, 0, &usage) < 0, errno == EINTR {}  // local out parameters
        let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        let signal = state & 0x7F
        return End(
            status: signal == 0 ? (state >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal,
            cpuSeconds: seconds[0] + seconds[1])
    }

    package func send(_ signal: Int32) { kill(id, signal) }

    private static let starting = Mutex<Void>(())

    /// Runs `body`, which may start a child, while no other child starts.
    ///
    /// Until it runs its own program, a child holds all open files of this process: the reader of a pipe would wait for it,
    /// and a file that was closed here would still be open for writing.
    package static func whileNoneStarts<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        try starting.withLock { _ in try body() }
    }
}

/// The output of a program that has ended.
package struct ProgramRun: Sendable {
    package let end: ChildProcess.End
    package let output: String
    package let errors: String

    /// Runs a program with its input and outputs in files, so that nothing waits for a reader.
    ///
    /// - Parameters:
    ///   - outputPath: The file for the output, instead of ``output``.
    ///   - outputLimit: The number of bytes of the output that are read.
    ///   - watchdog: The time after which the program is killed.
    package init(
        _ words: [String], in folder: URL? = nil, environment: [String: String]? = nil, input: String = "",
        outputPath: String? = nil, outputLimit: Int = .max, watchdog: DispatchTimeInterval? = nil
    ) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let files = ["input", "output", "errors"].map { place.appending(path: $0) }
        for file in files { try Data(input.utf8).write(to: file) }
        for file in files.dropFirst() { try Data().write(to: file) }
        let handles = [
            try FileHandle(forReadingFrom: files[0]),
            try FileHandle(forWritingTo: outputPath.map { URL(filePath: $0) } ?? files[1]),
            try FileHandle(forWritingTo: files[2]),
        ]
        let child = try ChildProcess(
            words, in: folder, environment: environment,
            descriptors: Dictionary(uniqueKeysWithValues: zip([0, 1, 2], handles.map(\.fileDescriptor))))
        let killer = DispatchWorkItem { child.send(SIGKILL) }
        if let watchdog { DispatchQueue.global().asyncAfter(deadline: .now() + watchdog, execute: killer) }
        end = child.wait()
        killer.cancel()
        for handle in handles { try handle.close() }
        let head = try FileHandle(forReadingFrom: files[1]).read(upToCount: outputLimit)
        output = String(decoding: head ?? Data(), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    }

    /// Runs a program, and waits for it on a thread of its own: an actor and the pool's threads serve others meanwhile.
    package static func ofProgram(
        _ words: [String], in folder: URL? = nil, environment: [String: String]? = nil
    ) async throws -> ProgramRun {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "program-run").async {
                continuation.resume(
                    with: Result { try ProgramRun(words, in: folder, environment: environment) })
            }
        }
    }
}

/// A pipe to read a child's output. Other children must not inherit it: that would keep its reader waiting.
package struct ChildPipe: Sendable {
    package let reading: FileHandle
    package let writing: FileHandle

    package init() {
        var ends: [Int32] = [0, 0]
        ChildProcess.whileNoneStarts {
            guard unsafe pipe(&ends) == 0 else { return }  // two numbers, as it wants them
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    /// Closes this process's writing end, so that reading ends when the child has ended.
    package func closeWritingEnd() { try? writing.close() }
}
