import SystemPackage
import WaybillCommandSupport

/// A program that a verb needs, found on the `PATH`.
enum ExternalTool {
    struct Outcome {
        var output: [UInt8] = []
        /// Its standard error, if it was requested.
        var errors = ""
        /// `nil` if a signal ended it.
        var status: Int32?

        /// The program does not exist. A shell reports this status, too.
        static let missing = Outcome(status: 127)

        var isMissing: Bool { status == Self.missing.status }
    }

    struct Problem: Error {
        /// The rest of a sentence: `cannot start git: …`.
        var message: String
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - input: Its standard input, which must fit into a pipe, so that writing does not block.
    ///   - keepsErrors: Whether to read its standard error, which must fit into a pipe, too.
    static func run(
        _ name: String, _ arguments: [String], input: String? = nil, keepsErrors: Bool = false
    ) throws(Problem) -> Outcome {
        do {
            return try outcome(of: name, arguments, input: input, keepsErrors: keepsErrors)
        } catch Errno.noSuchFileOrDirectory {
            return .missing
        } catch {
            throw Problem(message: "cannot start \(name): \(error)")
        }
    }

    private static func outcome(
        of name: String, _ arguments: [String], input: String?, keepsErrors: Bool
    ) throws -> Outcome {
        let nobody = try FileDescriptor.open(FilePath("/dev/null"), .readWrite)
        let given = try input.map { (text: $0, pipe: try FileDescriptor.pipe()) }
        let printed = try FileDescriptor.pipe()
        let said = keepsErrors ? try FileDescriptor.pipe() : nil
        let its = [nobody, given?.pipe.readEnd, printed.writeEnd, said?.writeEnd].compactMap(\.self)
        let own = [given?.pipe.writeEnd, printed.readEnd, said?.readEnd].compactMap(\.self)
        let process = try ChildProcess(
            name, arguments, (given?.pipe.readEnd ?? nobody, printed.writeEnd, said?.writeEnd ?? nobody),
            closing: its + own)
        for end in its { try end.close() }
        if let given { try given.pipe.writeEnd.closeAfter { _ = try given.pipe.writeEnd.writeAll(given.text.utf8) } }
        let output = try printed.readEnd.closeAfter { try printed.readEnd.readToEnd() }
        let errors = try said.map { pipe in try pipe.readEnd.closeAfter { try pipe.readEnd.readToEnd() } }
        return Outcome(
            output: output, errors: String(decoding: errors ?? [], as: UTF8.self), status: process.wait())
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
