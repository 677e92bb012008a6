import ArgumentParser
package import SystemPackage
package import WaybillSyntax

/// A manifest from standard input, as `-` among the paths.
package struct StandardInput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name the manifest on standard input: in messages, for its includes, and to find .waybill.yaml.",
            valueName: "path"))
    package var stdinPath = "stdin.yaml"

    package init() {}

    /// The path that means standard input.
    package static let path = "-"

    /// - Throws: The exit status, after the reason is printed to standard error.
    package func read() throws -> SourceFile {
        do {
            let bytes = try FileDescriptor.standardInput.readToEnd()
            return SourceFile(path: stdinPath, bytes: bytes)
        } catch {
            throw Output.failure("cannot read standard input: \(error)")
        }
    }
}

extension FileDescriptor {
    /// Reads until the end of the file.
    package func readToEnd() throws -> [UInt8] {
        var bytes = [UInt8]()
        try forEachPart { bytes += $0 }
        return bytes
    }

    /// Calls `body` with all bytes, in parts as they come, until the end of the file.
    package func forEachPart(_ body: (ArraySlice<UInt8>) -> Void) throws {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe try part.withUnsafeMutableBytes { unsafe try read(into: $0) }  // alive in the body
            if count == 0 { return }
            body(part[..<count])
        }
    }
}
