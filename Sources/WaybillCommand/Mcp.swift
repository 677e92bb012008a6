import ArgumentParser
import SystemPackage
import WaybillCommandSupport
import WaybillLanguageServer
import WaybillTools

struct Mcp: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Serve a coding agent: check, explain, plan, test, routes, schema and rule as read-only tools.",
        discussion: """
            Speaks the Model Context Protocol on standard input and output, a message of JSON in each line, so the agent's \
            program starts it. Each answer is about the files of the set as they are on disk at that moment. No tool writes \
            a file, and none reads a file outside of the set. Answers have at most 100 kB; 'nextCursor' leads to the rest.

            The article "Work with agents" has settings and a session.

            Examples:
              waybill mcp
              waybill mcp services/shop/Routes
            """)

    @Argument(help: "The folder of the set.", completion: .directory)
    var folder = "Routes"

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let schemas = SchemaKind.allCases.map { kind in
            (kind: kind.rawValue, json: { @Sendable () -> String in kind.json })
        }
        let server = AgentServer(folder: folder, .ofProcess(logName: "mcp"), schemas: schemas)
        // A client whose stream cannot be read is gone.
        try? FileDescriptor.standardInput.forEachPart { Output.write(server.receive($0)) }
    }
}
