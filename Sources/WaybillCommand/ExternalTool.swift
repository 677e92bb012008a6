import SystemPackage
import WaybillCommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A program that a verb needs, found on the `PATH`.
enum ExternalTool {
    struct Outcome {
        var output: [UInt8]
        /// Its standard error, if it was requested separately.
        var errors: String
        /// `nil` if a signal ended it.
        var status: Int32?
    }

    /// Where a program's standard error goes.
    enum Errors {
        case discarded
        /// Into ``Outcome/errors``. They must fit into a pipe, because the output is read first.
        case separate
        /// Between its output.
        case inOutput
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - input: Its standard input, which must fit into a pipe, so that writing does not block.
    ///   - environment: Its variables; by default those of this process.
    ///   - problem: The reason to report if the program, or the one that it starts, does not exist.
    ///   - failure: Prints a reason, and returns the exit status.
    /// - Throws: The exit status, after the reason is printed to standard error.
    static func run(
        _ name: String, _ arguments: [String], input: String? = nil, errors: Errors = .discarded,
        environment: [String: String] = ProcessInfo.processInfo.environment, ifMissing problem: String,
        failure: (String) -> any Error = { Output.failure($0) }
    ) throws -> Outcome {
        do {
            let outcome = try outcome(of: name, arguments, environment, input: input, errors: errors)
            // The status with which a shell reports that a program does not exist.
            if outcome.status != 127 { return outcome }
        } catch Errno.noSuchFileOrDirectory {
            // Reported below.
        } catch {
            throw failure("cannot start \(name): \(error)")
        }
        throw failure(problem)
    }

    private static func outcome(
        of name: String, _ arguments: [String], _ environment: [String: String], input: String?, errors place: Errors
    ) throws -> Outcome {
        let null = try FileDescriptor.open(FilePath("/dev/null"), .readWrite)
        let input = try input.map { (text: $0, pipe: try FileDescriptor.pipe()) }
        let output = try FileDescriptor.pipe()
        let errors = place == .separate ? try FileDescriptor.pipe() : nil
        let errorEnd = place == .inOutput ? output.writeEnd : errors?.writeEnd ?? null
        let childEnds = [null, input?.pipe.readEnd, output.writeEnd, errors?.writeEnd].compactMap(\.self)
        let ownEnds = [input?.pipe.writeEnd, output.readEnd, errors?.readEnd].compactMap(\.self)
        let process = try ChildProcess(
            name, arguments, environment, (input?.pipe.readEnd ?? null, output.writeEnd, errorEnd),
            closing: childEnds + ownEnds)
        for end in childEnds { try end.close() }
        if let input { try input.pipe.writeEnd.closeAfter { try input.pipe.writeEnd.writeAsRead(input.text) } }
        let printed = try output.readEnd.closeAfter { try output.readEnd.readToEnd() }
        let reported = try errors.map { pipe in try pipe.readEnd.closeAfter { try pipe.readEnd.readToEnd() } }
        return Outcome(
            output: printed, errors: String(decoding: reported ?? [], as: UTF8.self), status: process.wait())
    }
}

extension FileDescriptor {
    /// Writes a text to a pipe. It is not an error if the reader ends before it has read everything.
    fileprivate func writeAsRead(_ text: String) throws {
        do { _ = try writeAll(text.utf8) } catch Errno.brokenPipe {}
    }
}

extension String {
    /// The output of a program, without its line end.
    var withoutLineEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
