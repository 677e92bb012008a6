#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Calls of the C library. On Linux, Foundation would need more memory than a small set.
package enum System {
    /// Ends the process.
    package static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
            Darwin.exit(status)
        #elseif canImport(Glibc)
            Glibc.exit(status)
        #elseif canImport(Musl)
            Musl.exit(status)
        #endif
    }

    /// Keeps a closed reader, as in `waybill routes | head`, from ending the process. Call it first in `main`: writing then
    /// fails with `EPIPE`.
    package static func ignoreClosedReaders() { _ = signal(SIGPIPE, SIG_IGN) }

    package static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }

    /// Whether there is a process with this number, of whatever user.
    @Sendable package static func isRunning(_ process: Int) -> Bool {
        pid_t(exactly: process).map { kill($0, 0) == 0 || errno == EPERM } ?? false
    }

    /// Replaces this process by a program, if it can be started.
    ///
    /// - Parameter arguments: What the program receives; the first is its own name.
    /// - Returns: The error number.
    package static func become(_ program: String, arguments: [String]) -> Int32 {
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]  // freed below
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }  // allocated by strdup
        _ = unsafe words.withUnsafeMutableBufferPointer { unsafe execv(program, $0.baseAddress!) }  // never empty
        return errno
    }

    /// Whether standard output is a terminal.
    package static var isOnTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The number of columns of the terminal, or `nil` without one.
    package static var terminalWidth: Int? {
        guard isOnTerminal else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0  // a local out parameter
        else { return nil }
        return Int(size.ws_col)
    }
}
