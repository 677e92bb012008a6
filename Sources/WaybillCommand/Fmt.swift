import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTools

struct Fmt: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Format manifests.",
        discussion: """
            Rewrites files in place, and prints the names of those that changed. Comments are kept, and the meaning of a \
            manifest never changes. A file that is not valid YAML is reported and left as it is.

            Exits with 1 if a file is not valid YAML, or if a file differs with --check or --diff.

            Examples:
              waybill fmt
              waybill fmt Routes --check
              waybill fmt --diff
              waybill fmt - --stdin-path Routes/notes.yaml < Routes/notes.yaml
            """)

    @Argument(
        help: ArgumentHelp(
            "Manifests: files, or folders with every *.yaml and *.yml below them; '-' formats standard input to standard output.",
            valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    var paths: [String] = ["Routes"]

    @Flag(
        help: "Print the names of files that are not formatted, without changing files. Exit with 1 if there are any.")
    var check = false

    @Flag(help: "Print the changes as a unified diff, without changing files. Exit with 1 if there are any.")
    var diff = false

    @OptionGroup var input: StandardInput

    @OptionGroup var output: OutputOptions

    private var isFilter: Bool { paths == [StandardInput.path] }

    func validate() throws {
        if paths.contains(StandardInput.path), !isFilter {
            throw ValidationError("'-' must be the only path of 'fmt'.")
        }
    }

    func perform() throws {
        let files = isFilter ? ManifestFiles(sources: [try input.read()]) : ManifestFiles.read(paths: paths)
        let report = FormattingReport(files)
        Output.write(report.text, to: .standardError)
        if isFilter, !check, !diff {
            if report.isClean { Output.write(report.changes.first?.new ?? files.files[0].bytes) }
        } else {
            if !check, !diff { try Output.write(report.changes) }
            if check || !diff && !Output.isQuiet { Output.write(report.changes.map { $0.path + "\n" }.joined()) }
            if diff { Output.write(report.changes.map(\.unifiedDiff).joined()) }
        }
        guard report.isReadable, !report.hasInternalErrors else { throw Status.failure.exit }
        if !report.isClean || (check || diff) && !report.changes.isEmpty { throw Status.problems.exit }
    }
}
