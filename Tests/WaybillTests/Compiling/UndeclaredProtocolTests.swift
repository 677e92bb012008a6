import Foundation
import Testing
import WaybillTestSupport

@Suite("What must not compile", .enabled(if: Compiler.isThere, "needs swiftc"))
struct UndeclaredProtocolTests {
    @Test("Asking for an undeclared protocol does not compile, and the message says what to do")
    func undeclared() async throws {
        let result = try await Compiler.check(
            """
            import Waybill
            protocol Undeclared {}
            func ask(_ router: Router) throws { _ = try router.make(Routable<any Undeclared>()) }
            """)
        #expect(result.status != 0)
        #expect(
            result.output.contains(
                "no manifest declares this protocol: list it under 'protocols:', and give Routable an init() for it"))
    }

    @Test("Configuring through an undeclared protocol does not compile either")
    func undeclaredConfiguration() async throws {
        let result = try await Compiler.check(
            """
            import Waybill
            protocol Undeclared {}
            func ask(_ router: Router) throws { _ = try router.make(RoutableModule<any Undeclared>()) { _ in } }
            """)
        #expect(result.status != 0 && result.output.contains("with 'kind: configuration', and give RoutableModule"))
    }

    @Test("Declared, the same compiles")
    func declared() async throws {
        let result = try await Compiler.check(
            """
            import Waybill
            protocol Declared {}
            extension Routable where P == any Declared { init() { self.init(declared: ()) } }
            func ask(_ router: Router) throws { _ = try router.make(Routable<any Declared>()) }
            """)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("Common mistakes get errors that name the problem")
    func commonErrors() async throws {
        let result = try await Compiler.check(
            """
            import Waybill
            protocol Store {}
            struct Disk: Sendable {}
            struct Options: Sendable { var folder: String }
            struct ForeignRequest: Sendable {}
            func register(_ registry: inout Registry) {
                registry.register("disk") { _ in Disk() }.provides { $0 as any Store }
                registry.register("store") { (context: MakeContext<Options>) in Disk() }
                registry.handler("page", configuration: Options.self) { request, options in options.folder }
                registry.handler("show") { (request: ForeignRequest) in "" }
            }
            """)
        let messages = [
            "cannot convert value of type 'Disk' to type 'any Store' in coercion",
            "requires that 'Options' conform to 'Decodable'",
            "cannot convert value of type '@Sendable (ForeignRequest) -> String' to expected argument type",
        ]
        for message in messages { #expect(result.output.contains(message), "\(result.output)") }
        #expect(!result.output.contains("submit a bug report"))
    }

    @Test("Code that is written for hummingbird, or with types that do not fit, gets errors that name both types")
    func errorsOverHTTP() async throws {
        let result = try await Compiler.check(
            """
            import Hummingbird
            import Waybill
            import WaybillHummingbird
            struct Options: Sendable { var folder: String }
            func register(_ registry: inout Registry) {
                registry.handler("show") { (request: Request) in "" }
                registry.handler("both") { request, context in "" }
                registry.handler("page", parameters: Options.self) { request, options in options.folder }
                registry.interceptor("gate", configuration: Options.self) { request, next, options in try await next(request) }
                registry.interceptor("team", context: Options.self) { request, context, next in try await next(request) }
            }
            """)
        let messages = [
            "6:30: error: cannot convert value of type '@Sendable (Request) -> String' to expected argument type",
            "7:32: error: contextual closure type 'nonisolated(nonsending) @Sendable (RouteRequest) async throws -> String' "
                + "expects 1 argument, but 2 were used",
            "8:14: error: instance method 'handler(_:parameters:fileID:line:_:)' requires that 'Options' conform to 'Decodable'",
            "9:14: error: instance method 'interceptor(_:configuration:fileID:line:_:)' requires that 'Options' conform to "
                + "'Decodable'",
            "10:14: error: instance method 'interceptor(_:context:fileID:line:_:)' requires that 'Options' conform to "
                + "'RequestContext'",
        ]
        for message in messages { #expect(result.output.contains(message), "\(message): \(result.output)") }
        #expect(!result.output.contains("submit a bug report"))
    }

    @Test("A missing conformance, and a stored next, do not compile")
    func others() async throws {
        let conformance = try await Compiler.check(
            """
            import Waybill
            protocol Clock {}
            struct Other: Sendable {}
            func register(_ registry: inout Registry) {
                registry.register("c") { _ in Other() }.provides((any Clock).self) { $0 }
            }
            """)
        #expect(conformance.status != 0)
        let kept = try await Compiler.check(
            """
            import Waybill
            func register(_ registry: inout Registry) {
                registry.interceptor("i") { request, next in
                    try await Task { try await next(request) }.value
                }
            }
            """)
        #expect(kept.status != 0 && kept.output.contains("'next'"), "\(kept.output)")
    }
}

/// Compiles a file up to its last error, against the modules that this test was built with.
private enum Compiler {
    /// The folder of the test's executable.
    static let modules = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("Modules")

    private static let package = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The module maps of the C modules: those of the sources, and those that the build has made.
    private static let maps: [String] = {
        let build = modules.deletingLastPathComponent()
        let checkouts = build.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "checkouts")
        let written = folders(in: checkouts).flatMap { folders(in: $0.appendingPathComponent("Sources")) }
            .map { $0.appendingPathComponent("include") }.filter { hasMap($0) }
        let made = folders(in: build).filter { hasMap($0) }
        return (written + [package.appendingPathComponent("Sources/CLibYAML")]).flatMap { ["-I", $0.path] }
            + made.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)/module.modulemap"] }
    }()

    private static func folders(in folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    private static func hasMap(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("module.modulemap").path)
    }

    static let isThere =
        FileManager.default.fileExists(atPath: modules.path) && (try? run(["--version"]))?.status == 0

    /// One after the other, and not in the pool, where tests that run at the same time would wait for the compiler.
    private static let queue = DispatchQueue(label: "compiler")

    static func check(_ source: String) async throws -> (status: Int32, output: String) {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try checkNow(source) }) }
        }
    }

    private static func checkNow(_ source: String) throws -> (status: Int32, output: String) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString).swift")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try run(
            [
                "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", modules.path, file.path,
            ] + maps)
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let run = try ProgramRun(["/usr/bin/env", "swiftc"] + arguments)
        return (run.end.status ?? -1, run.output + run.errors)
    }
}
