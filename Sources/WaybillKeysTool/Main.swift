import Foundation
import WaybillKeyGeneration

/// `WaybillKeysTool OUTPUT PACKAGE OPTIONS MANIFESTS MODULE…`, as the plugin runs it: writes the generated file.
///
/// OPTIONS is empty if the target has no file of options, MANIFESTS if the plugin could not read it.
@main
enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 4 else { end("usage: WaybillKeysTool OUTPUT PACKAGE OPTIONS MANIFESTS MODULE…\n") }
        let paths = Array(arguments.prefix(4))
        let run = KeyGeneration(
            package: paths[1], options: paths[2], manifests: paths[3], modules: Array(arguments.dropFirst(4)))
        FileHandle.standardError.write(Data(run.report.utf8))
        guard let source = run.source else { exit(1) }
        do {
            try write(source, to: paths[0])
        } catch {
            end("\(paths[0]): error: cannot be written: \(error.localizedDescription)\n")
        }
    }

    /// Leaves an unchanged file alone, so that nothing that depends on it is compiled again.
    private static func write(_ source: String, to path: String) throws {
        if (try? String(contentsOfFile: path, encoding: .utf8)) == source { return }
        try source.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func end(_ message: String) -> Never {
        FileHandle.standardError.write(Data(message.utf8))
        exit(1)
    }
}
