import Dispatch
import Foundation
import Synchronization
import WaybillTestSupport

/// The running executable: its output, its address, and its exit status.
final class ServiceProcess: Sendable {
    private let process = Process()
    private let output = Mutex<[Int32: String]>([:])
    private let lines: AsyncStream<String>
    private let ends: AsyncStream<Int32>
    /// Stays open as long as the process runs, whether it is read or not.
    private let standardError = Pipe()

    /// Starts `notes-service`.
    convenience init(_ arguments: String..., environment: [String: String] = [:]) throws {
        try self.init(arguments: arguments, environment: environment)
    }

    /// - Parameter readsErrors: Whether its standard error is read.
    init(arguments: [String], environment: [String: String] = [:], readsErrors: Bool = true) throws {
        let (lines, line) = AsyncStream<String>.makeStream()
        let (ends, end) = AsyncStream<Int32>.makeStream()
        self.lines = lines
        self.ends = ends
        process.executableURL = Self.executable
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("NOTES_") && !$0.key.hasPrefix("LOG_")
        }
        process.environment = inherited.merging(["NOTES_OPERATOR_TOKEN": NotesClient.operatorToken]) { $1 }
            .merging(environment) { $1 }
        process.terminationHandler = { end.yield($0.terminationStatus) }
        let standardOutput = Pipe()
        process.standardOutput = standardOutput
        process.standardError = standardError
        try ChildProcess.whileNoneStarts { try process.run() }
        collect(standardOutput, as: STDOUT_FILENO, into: line)
        if readsErrors { collect(standardError, as: STDERR_FILENO, into: nil) }
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The path of `notes-service`, which is beside the test bundle in the build folder.
    static var executable: URL {
        #if os(Linux)
            let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            let bundle =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        #endif
        return bundle.deletingLastPathComponent().appending(path: "notes-service")
    }

    /// The address in the line that the service prints when it listens; nil if the service ends without that line.
    func address() async -> String? {
        for await line in lines {
            if let url = line.split(separator: " ").last, url.hasPrefix("http://") { return String(url) }
        }
        return nil
    }

    var id: Int32 { process.processIdentifier }

    /// Its standard error up to now.
    var errors: String { output.withLock { $0[STDERR_FILENO] ?? "" } }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Sends a signal, and waits for the exit status.
    func stop(by signal: Int32 = SIGTERM) async -> Int32 {
        send(signal)
        return await exitStatus()
    }

    /// Waits for the exit status.
    func exitStatus() async -> Int32 {
        for await status in ends { return status }
        return -1
    }

    /// Reads to the end, on a thread of its own, which is simpler than a dispatch source.
    private func collect(_ pipe: Pipe, as descriptor: Int32, into line: AsyncStream<String>.Continuation?) {
        DispatchQueue(label: "notes-service.output").async { [weak self] in
            while true {
                let data = pipe.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                let text = String(decoding: data, as: UTF8.self)
                self?.output.withLock { $0[descriptor, default: ""] += text }
                for part in text.split(separator: "\n") { line?.yield(String(part)) }
            }
            line?.finish()
        }
    }
}
