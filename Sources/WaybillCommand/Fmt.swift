import ArgumentParser
import SystemPackage
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTools

struct Fmt: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put manifests into their one canonical layout.",
        discussion: """
            Rewrites files in place, and prints the names of those that changed. Comments are kept, and what a manifest \
            means never changes. A file that is no sound YAML is left as it is, and reported.

            Exit status: 0 done; 1 a file is broken, or differs with --check or --diff; 3 a file cannot be read or written.

            Examples:
              waybill fmt
              waybill fmt Routes --check
              waybill fmt --diff
              waybill fmt - --stdin-path Routes/notes.yaml < Routes/notes.yaml
            """)

    @Argument(
        help: ArgumentHelp(
            "Manifests: files, or folders with every *.yaml and *.yml below them; '-' is standard input, formatted "
                + "to standard output.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = ["Routes"]

    @Flag(help: "Write nothing; print the names of files that differ, and exit 1 if there are any.")
    var check = false

    @Flag(help: "Write nothing; show as a unified diff what would change, and exit 1 if something would.")
    var diff = false

    @Option(help: ArgumentHelp("What messages call standard input.", valueName: "name"))
    var stdinPath = "stdin.yaml"

    private var isFilter: Bool { paths == ["-"] }

    func validate() throws {
        if paths.contains("-"), !isFilter { throw ValidationError("'-' stands alone: give no other paths with it.") }
    }

    func run() throws {
        let files = isFilter ? try readInput() : ManifestFiles.read(paths: paths)
        let report = FormattingReport(files)
        Output.write(report.text(color: false, width: nil), to: .standardError)
        if isFilter, !check, !diff {
            if report.isClean { Output.write(report.changes.first?.new ?? files.files[0].bytes) }
        } else {
            if !check, !diff { try Output.write(report.changes) }
            if check || !diff { Output.write(report.changes.map { $0.path + "\n" }.joined()) }
            if diff { Output.write(report.changes.map(\.unifiedDiff).joined()) }
        }
        guard report.isReadable, !report.hasFaults else { throw Status.failure.exit }
        if !report.isClean || (check || diff) && !report.changes.isEmpty { throw Status.findings.exit }
    }

    private func readInput() throws -> ManifestFiles {
        do {
            let bytes = try FileDescriptor.standardInput.readToEnd()
            return ManifestFiles(sources: [SourceFile(path: stdinPath, bytes: bytes)])
        } catch {
            Output.write("waybill: cannot read standard input: \(error)\n", to: .standardError)
            throw Status.failure.exit
        }
    }
}
