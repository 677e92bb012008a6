import Synchronization
import Testing
import Waybill
import WaybillTestSupport
import WaybillTesting

@Suite("Module configurations")
struct ModuleConfigurationTests {
    static let manifest = """
        protocols: { EditorInput: { kind: configuration } }
        modules: { editor: { configuration: EditorInput, identifiers: [editor], with: { theme: dark } } }
        """

    func router(
        _ manifest: String = Self.manifest,
        _ more: (FactoryRegistration<Screen, EditorOptions>) -> Void = { _ in }
    ) throws -> Router {
        try Router(manifest: manifest) { registry in
            more(
                registry.register("editor") { (context: MakeContext<EditorOptions>) in
                    Screen("\(context.configuration.account ?? "-") \(context.configuration.theme ?? "-")")
                }
                .configured(by: (any EditorInput).self) { $0 })
        }
    }

    @Test("Callers set parameters before anything is made, which override the manifest's")
    func setting() throws {
        let router = try router()
        let made = try router.make(RoutableModule<any EditorInput>()) { $0.account = "anna" }
        #expect((made as? Screen)?.title == "anna dark")
        #expect((try router.make(identifier: "editor") as? Screen)?.title == "- dark", "the module's own is as it was")
    }

    @Test("A missing required parameter is reported before anything is made")
    func required() throws {
        let count = Counter()
        let router = try router {
            $0.requires("account") { $0.account != nil }.prepares { _, _ in count.next() }
        }
        let error = #expect(throws: RoutingError.self) { try router.make(RoutableModule<any EditorInput>()) { _ in } }
        guard case .missingParameters(["account"], "editor") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(count.value == 0)
        #expect(throws: Never.self) { try router.make(RoutableModule<any EditorInput>()) { $0.account = "a" } }
    }

    @Test("A module has several constructors by name, each with an argument of its type, and hooks run after each")
    func constructors() throws {
        let router = try router {
            $0.constructor("titled") { (title: String, context) in
                Screen("\(title) \(context.configuration.theme ?? "")")
            }
            .constructor("numbered") { (number: Int, _) in Screen("number \(number)") }
            .prepares { screen, _ in screen.title += "!" }
        }
        let key = RoutableModule<any EditorInput>()
        #expect((try router.make(key, by: "titled", "T") as? Screen)?.title == "T dark!")
        #expect((try router.make(key, by: "numbered", 7) as? Screen)?.title == "number 7!")
        let wrong = #expect(throws: RoutingError.self) { try router.make(key, by: "titled", 7) }
        #expect("\(try #require(wrong))".contains("constructor 'titled' takes 'String', not 'Int'"))
        let unknown = #expect(throws: RoutingError.self) { try router.make(key, by: "untitled", 7) }
        #expect("\(try #require(unknown))".contains("it has no constructor 'untitled'; it has 'numbered', 'titled'"))
    }

    @Test("The module's hooks see the caller's configuration, and return the finished object")
    func handingOver() throws {
        let seen = Log()
        let router = try router {
            $0.prepares { screen, context in screen.title += " for \(context.configuration.account ?? "")" }
                .finishes { screen, _ in seen.note(screen.title) }
        }
        _ = try router.make(RoutableModule<any EditorInput>()) { $0.account = "anna" }
        #expect(seen.all == ["anna dark for anna"])
    }

    @Test("An adapter leads from one configuration protocol to another")
    func adapter() throws {
        let router = try router(
            """
            protocols:
              EditorInput: { kind: configuration, required: true }
              Provided: { kind: configuration, swift: "any OtherInput" }
            adapters: { EditorInput: Provided }
            modules: { editor: { configuration: Provided } }
            """
        ) { $0.configured(by: (any OtherInput).self) { $0 } }
        let made = try router.make(RoutableModule<any EditorInput>()) { $0.account = "anna" }
        #expect((made as? Screen)?.title == "anna -")
    }

    @Test("A factory that is not configured through its protocol is an error")
    func problemsOfBinding() {
        let wrong = problems(Self.manifest) { $0.register("editor") { (_: MakeContext<EditorOptions>) in Screen() } }
        #expect(wrong == ["2:37 F002 factory 'editor' is not configured through 'any EditorInput'"])
    }

    @Test("Of two modules with the same configuration protocol the default is used; without one it is ambiguous")
    func twoModules() throws {
        func manifest(_ more: String) -> String {
            """
            protocols: { EditorInput: { kind: configuration\(more) } }
            modules:
              a: { configuration: EditorInput, factory: editor, with: { theme: a } }
              b: { configuration: EditorInput, factory: editor, with: { theme: b } }
            """
        }
        let key = RoutableModule<any EditorInput>()
        let made = try router(manifest(", default: b")).make(key) { $0.account = "anna" }
        #expect((made as? Screen)?.title == "anna b")
        let error = #expect(throws: RoutingError.self) { try router(manifest("")).make(key) { _ in } }
        guard case .ambiguous(_, ["a", "b"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

protocol OtherInput: Sendable {}
extension EditorOptions: OtherInput {}
