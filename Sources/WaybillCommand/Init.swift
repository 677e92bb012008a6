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
            Writes two routes with their tests below Routes, the configuration .waybill.yaml, and the JSON Schemas with which \
            editors complete and check all of them. Existing files are never overwritten.

            Examples:
              waybill init
              waybill init services/shop
            """)

    @Argument(help: "The folder to create the files in.", completion: .directory)
    var folder = "."

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let files = StarterSet.files.map { file in
            (path: FilePath(folder).appending(file.path).lexicallyNormalized().string, text: file.text)
        }
        if let existing = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            throw Output.failure("'\(existing.path)' already exists; nothing was written")
        }
        for file in files {
            try Self.makeFolder(around: file.path)
            try Output.write(file.text, toFile: file.path)
        }
        guard !Output.isQuiet else { return }
        Output.write(files.map { "created \($0.path)\n" }.joined() + next)
    }

    private var next: String {
        let isHere = ["", "."].contains(FilePath(folder).lexicallyNormalized().string)
        return """

            Next:
            \(isHere ? "" : "  cd \(folder)\n")  waybill check             # find problems
              waybill test              # run the tests in Routes/notes.test.yaml
              waybill explain /notes/42 # see where a request goes

            """
    }

    private static func makeFolder(around path: String) throws {
        let folder = FilePath(path).removingLastComponent().string
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Output.failure("cannot create the folder '\(folder)'; check its permissions")
        }
    }
}
