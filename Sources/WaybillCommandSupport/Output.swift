package import ArgumentParser
import Synchronization
import SystemPackage
import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The output of the process.
package enum Output {
    package enum Stream { case standardOutput, standardError }

    /// A text with its file.
    package struct Text {
        /// `nil` for standard output.
        var file: String?
        var text: String

        package init(file: String? = nil, text: String) {
            self.file = file
            self.text = text
        }
    }

    package static func write(_ text: String, to stream: Stream = .standardOutput) {
        write(Array(text.utf8), to: stream)
    }

    package static func write(_ bytes: [UInt8], to stream: Stream = .standardOutput) {
        let descriptor: FileDescriptor = stream == .standardOutput ? .standardOutput : .standardError
        do {
            _ = try descriptor.writeAll(bytes)
        } catch Errno.brokenPipe {
            // A closed reader (`waybill routes | head`) is not an error.
        } catch {
            guard stream == .standardOutput, !isLost.exchange(true, ordering: .relaxed) else { return }
            report("cannot write to standard output: \(error)")
        }
    }

    private static let isLost = Atomic(false)

    /// Returns the exit status of a run: a failure if some of its output was lost.
    package static func status(_ status: Int32) -> Int32 {
        isLost.load(ordering: .relaxed) ? Status.failure.rawValue : status
    }

    /// Writes a file atomically. The summary of a step of GitHub Actions belongs to the step, so the text is added to it.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    package static func write(_ text: String, toFile path: String) throws {
        do throws(WriteProblem) {
            if path == ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"] {
                try appendToFile(text, at: path)
            } else if try writeFile(text, to: path) == .inPlace {
                remarkWritingInPlace(path)
            }
        } catch {
            throw failure("'\(path)' \(error)")
        }
    }

    /// Says that a file was not replaced atomically.
    package static func remarkWritingInPlace(_ path: String) {
        remark("'\(path)' is a mount point, which cannot be replaced: it was written in place")
    }

    /// Writes new files, and makes their folders.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error. If a file exists, nothing is written.
    package static func create(_ files: [(path: String, text: String)]) throws {
        if let existing = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            throw failure("'\(existing.path)' already exists; nothing was written")
        }
        for file in files {
            let folder = FilePath(file.path).removingLastComponent().string
            do {
                if !folder.isEmpty {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                }
            } catch {
                throw failure("cannot create the folder '\(folder)'; check its permissions")
            }
            try write(file.text, toFile: file.path)
        }
    }

    /// Prints or writes all texts.
    ///
    /// - Throws: The exit status if one of them could not be written, after all others were written.
    package static func write(_ texts: [Text]) throws {
        var lastError: (any Error)?
        for text in texts {
            guard let file = text.file else {
                write(text.text)
                continue
            }
            do { try write(text.text, toFile: file) } catch { lastError = error }
        }
        if let lastError { throw lastError }
    }

    private static let options = Mutex(OutputOptions())

    /// Sets how much this process prints, and whether it uses colors.
    package static func use(_ new: OutputOptions) { options.withLock { $0 = new } }

    package static var isQuiet: Bool { options.withLock(\.quiet) }

    /// Whether reports on standard output are colored.
    package static var isColored: Bool {
        options.withLock(\.color).isColored(
            in: ProcessInfo.processInfo.environment, isOnTerminal: System.isOnTerminal)
    }

    /// Prints a problem of a run.
    package static func report(_ problem: String) {
        write("waybill: \(problem.safeOnScreen)\n", to: .standardError)
    }

    /// Prints the reason why a run cannot go on.
    ///
    /// - Returns: The exit status, for the caller to throw.
    package static func failure(_ reason: String, _ status: Status = .failure) -> ExitCode {
        report(reason)
        return status.exit
    }

    /// Prints a text that is neither a result nor a problem, unless the output is quiet.
    package static func remark(_ text: String) {
        if !isQuiet { report(text) }
    }

    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Whether this runs in a job of GitHub Actions.
    package static var isOnGitHub: Bool { environment["GITHUB_ACTIONS"] == "true" }
}
