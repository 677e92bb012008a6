import ArgumentParser
import SystemPackage
import WaybillCommandSupport
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Init: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Create a small set of manifests with tests.",
        discussion: """
            Writes two routes with their tests below Routes, the configuration .waybill.yaml, and AGENTS.md, which tells coding \
            agents how to change routes and to prove it. Existing files are never overwritten: if there is an AGENTS.md, the \
            instructions go into Routes/AGENTS.md.

            Examples:
              waybill init
              waybill init --schemas
              waybill init services/shop
            """)

    @Argument(help: "The folder to create the files in.", completion: .directory)
    var folder = "."

    @Flag(help: "Also write JSON Schemas, and name them in the files, for an editor without 'waybill lsp'.")
    var schemas = false

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let hasInstructions = FileManager.default.fileExists(atPath: place(of: Self.instructions))
        let instructions = (hasInstructions ? "Routes/" : "") + Self.instructions
        let all = StarterSet.files(withSchemas: schemas) + [(instructions, StarterSet.instructions)]
        let files = all.map { (path: place(of: $0.path), text: $0.text) }
        try Output.create(files)
        guard !Output.isQuiet else { return }
        Output.write(files.map { "created \($0.path)\n" }.joined() + next)
    }

    private static let instructions = "AGENTS.md"

    private func place(of path: String) -> String { FilePath(folder).appending(path).lexicallyNormalized().string }

    private var next: String {
        let isHere = ["", "."].contains(FilePath(folder).lexicallyNormalized().string)
        return """

            Next:
            \(isHere ? "" : "  cd \(folder)\n")  waybill check             # find problems
              waybill test              # run the tests in Routes/notes.test.yaml
              waybill explain /notes/42 # see where a request goes

            """
    }
}
