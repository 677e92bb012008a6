import SystemPackage
import WaybillCommandSupport

/// A program that a verb needs, found on the `PATH`.
enum ExternalTool {
    struct Outcome {
        var output: [UInt8] = []
        /// Its standard error, if it was requested separately.
        var errors = ""
        /// `nil` if a signal ended it.
        var status: Int32?

        /// The program does not exist. A shell reports this status, too.
        static let missing = Outcome(status: 127)

        var isMissing: Bool { status == Self.missing.status }
    }

    /// Where a program's standard error goes.
    enum Errors {
        case discarded
        /// Into ``Outcome/errors``. They must fit into a pipe, because the output is read first.
        case separate
        /// Between its output.
        case inOutput
    }

    struct Problem: Error {
        /// The rest of a sentence: `cannot start git: …`.
        var message: String
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - input: Its standard input, which must fit into a pipe, so that writing does not block.
    static func run(
        _ name: String, _ arguments: [String], input: String? = nil, errors: Errors = .discarded
    ) throws(Problem) -> Outcome {
        do {
            return try outcome(of: name, arguments, input: input, errors: errors)
        } catch Errno.noSuchFileOrDirectory {
            return .missing
        } catch {
            throw Problem(message: "cannot start \(name): \(error)")
        }
    }

    private static func outcome(
        of name: String, _ arguments: [String], input: String?, errors place: Errors
    ) throws -> Outcome {
        let null = try FileDescriptor.open(FilePath("/dev/null"), .readWrite)
        let input = try input.map { (text: $0, pipe: try FileDescriptor.pipe()) }
        let output = try FileDescriptor.pipe()
        let errors = place == .separate ? try FileDescriptor.pipe() : nil
        let errorEnd = place == .inOutput ? output.writeEnd : errors?.writeEnd ?? null
        let childEnds = [null, input?.pipe.readEnd, output.writeEnd, errors?.writeEnd].compactMap(\.self)
        let ownEnds = [input?.pipe.writeEnd, output.readEnd, errors?.readEnd].compactMap(\.self)
        let process = try ChildProcess(
            name, arguments, (input?.pipe.readEnd ?? null, output.writeEnd, errorEnd),
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
