import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A running program, found on the `PATH`.
struct ChildProcess {
    private let id: pid_t

    /// Starts a program in the folder of this one. A closed pipe ends it as usual, although this
    /// process ignores the signal.
    ///
    /// - Parameters:
    ///   - environment: All its variables.
    ///   - streams: Its standard input, output and error.
    ///   - others: Descriptors that it must not inherit, because a reader of a pipe waits until all writers are closed.
    init(
        _ name: String, _ arguments: [String], _ environment: [String: String],
        _ streams: (input: FileDescriptor, output: FileDescriptor, error: FileDescriptor),
        closing others: [FileDescriptor]
    ) throws(Errno) {
        #if canImport(Darwin)
            var actions = unsafe posix_spawn_file_actions_t(nil)  // initialized next
        #else
            var actions = unsafe posix_spawn_file_actions_t()  // initialized next
        #endif
        unsafe posix_spawn_file_actions_init(&actions)  // destroyed below
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }  // initialized above
        for (number, stream) in [streams.input, streams.output, streams.error].enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.rawValue, Int32(number))  // plain numbers
        }
        for other in others where other.rawValue > STDERR_FILENO {
            unsafe posix_spawn_file_actions_addclose(&actions, other.rawValue)  // a plain number
        }
        let environment = environment.map { "\($0)=\($1)" }
        var id: pid_t = 0
        let code = unsafe withCStrings([name] + arguments) { arguments in  // valid in the body
            unsafe withCStrings(environment) { environment in
                withSpawnAttributes { attributes in
                    unsafe posix_spawnp(&id, name, &actions, &attributes, arguments, environment)  // all valid here
                }
            }
        }
        guard code == 0 else { throw Errno(rawValue: code) }
        self.id = id
    }

    /// Waits for its end.
    ///
    /// - Returns: Its status, or `nil` if a signal ended it.
    func wait() -> Int32? {
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}  // a local out parameter
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}

#if canImport(Darwin)
    private typealias SpawnAttributes = posix_spawnattr_t?
#else
    private typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Calls `body` with attributes of a child that does not ignore `SIGPIPE`. They are valid only during the call.
private func withSpawnAttributes<Result>(_ body: (inout SpawnAttributes) -> Result) -> Result {
    #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
    #else
        var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)  // destroyed below
    defer { unsafe posix_spawnattr_destroy(&attributes) }  // initialized above
    var signals = sigset_t()
    unsafe sigemptyset(&signals)  // a local value
    unsafe sigaddset(&signals, SIGPIPE)  // a local value
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)  // copied by the call
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))  // a plain number
    return body(&attributes)
}

/// Calls `body` with texts as a C array, which is valid only during the call.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe texts.map { unsafe strdup($0) } + [nil]  // freed below
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }  // allocated by strdup
    return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }  // never empty
}
