import Synchronization
import Testing
import Waybill
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

protocol Parent: AnyObject, Sendable { var child: (any Child)? { get set } }
protocol Child: AnyObject, Sendable { var parent: (any Parent)? { get set } }

extension Routable where P == any Parent { init() { self.init(declared: ()) } }
extension Routable where P == any Child { init() { self.init(declared: ()) } }

/// The engine does the same for modules that are performed as for those that are made.
@Suite("Modules that are performed")
struct PerformingModulesTests {
    final class Node: Parent, Child {
        private let links = Mutex<(parent: (any Parent)?, child: (any Child)?)>((nil, nil))
        var parent: (any Parent)? {
            get { links.withLock { $0.parent } }
            set { links.withLock { $0.parent = newValue } }
        }
        var child: (any Child)? {
            get { links.withLock { $0.child } }
            set { links.withLock { $0.child = newValue } }
        }
    }

    @Test("Two modules that need each other are performed, because the caller prepares first")
    func circular() async throws {
        let router = try Router(
            manifest: """
                protocols: { Parent: {}, Child: }
                modules: { parent: { provides: [Parent] }, child: { provides: [Child] } }
                """
        ) {
            $0.register("parent") { _ in Node() }
                .provides((any Parent).self) { $0 }
                .prepares { node, context in
                    guard node.child == nil else { return }
                    let own = node
                    node.child = try context.make(Routable<any Child>()) { $0.parent = own }
                }
            $0.register("child") { _ in Node() }.provides((any Child).self) { $0 }
        }
        let parent = try await router.perform(Routable<any Parent>()).destination
        #expect(parent.child?.parent === parent)
    }

    static let configured = """
        protocols: { EditorInput: { kind: configuration } }
        modules: { editor: { configuration: EditorInput, with: { theme: dark } } }
        """

    func configuredRouter(_ more: (FactoryRegistration<Screen, EditorOptions>) -> Void = { _ in }) throws -> Router {
        try Router(manifest: Self.configured) { registry in
            more(
                registry.register("editor") { (context: MakeContext<EditorOptions>) in
                    Screen("\(context.configuration.account ?? "-") \(context.configuration.theme ?? "-")")
                }
                .configured(by: (any EditorInput).self) { $0 })
        }
    }

    @Test("A caller configures a module and prepares what it makes in one perform")
    func configuring() async throws {
        let performed = try await configuredRouter().perform(RoutableModule<any EditorInput>()) {
            $0.account = "bert"
        } configure: {
            $0.prepare { screen in (screen as? Screen)?.title += ", prepared" }
        }
        #expect((performed.destination as? Screen)?.title == "bert dark, prepared")
    }

    @Test("The actions of a module see the caller's configuration, as its factory does")
    func configuredActions() async throws {
        let log = Log()
        let router = try configuredRouter {
            $0.performs { _, context in log.note("performs for \(context.configuration.account ?? "-")") }
                .removes { _, context in log.note("removes for \(context.configuration.account ?? "-")") }
        }
        let performed = try await router.perform(RoutableModule<any EditorInput>()) { $0.account = "bert" }
        try await performed.remove()
        #expect(log.all == ["performs for bert", "removes for bert"])
    }

    @Test("A caller cannot configure a module that others share, and is told so", arguments: ["shared", "weak"])
    func sharedModule(_ scope: String) async throws {
        let router = try Router(
            manifest: """
                protocols: { EditorInput: { kind: configuration } }
                modules: { editor: { configuration: EditorInput, scope: \(scope), identifiers: [editor] } }
                """
        ) {
            $0.register("editor") { (context: MakeContext<EditorOptions>) in
                Screen(context.configuration.account ?? "-")
            }
            .configured(by: (any EditorInput).self) { $0 }
            .constructor("titled") { (title: String, _) in Screen(title) }
        }
        let key = RoutableModule<any EditorInput>()
        let ways: [@Sendable () async throws -> Void] = [
            { _ = try router.make(key) { $0.account = "ann" } }, { _ = try router.make(key, by: "titled", "T") },
            { _ = try await router.perform(key) { $0.account = "ann" } },
            { _ = try await router.perform(key, constructor: "titled", "T") },
        ]
        for way in ways {
            let error = await #expect(throws: RoutingError.self) { try await way() }
            #expect(
                error.map { "\($0)" }
                    == "a caller cannot configure module 'editor', because all callers get the same object: write the "
                    + "values under its 'with:', or make its scope transient")
        }
        #expect((try router.make(identifier: "editor") as? Screen)?.title == "-")
    }

    @Test("A configured perform reports every failure to its handlers and to onError, like the others")
    func failures() async throws {
        struct No: Error {}
        let log = Log()
        let router = try Router(
            manifest: """
                protocols: { EditorInput: { kind: configuration } }
                modules: { editor: { configuration: EditorInput } }
                """
        ) { registry in
            registry.register("editor") { (_: MakeContext<EditorOptions>) in Screen() }
                .configured(by: (any EditorInput).self) { $0 }
                .requires("account") { $0.account != nil }
            registry.onError { log.note("\($0.action) \($0.target) \($0.moduleID ?? "-")") }
        }
        let (named, unknown) = (RoutableModule<any EditorInput>(), RoutableModule<any Unlisted>(declared: ()))
        let listen: (inout PerformConfiguration<any Sendable>) -> Void = {
            $0.onFailure { log.note("failure: \($0)") }
        }
        _ = try? await router.perform(named, { _ in }, configure: listen)
        _ = try? await router.perform(named, { _ in throw No() }, configure: listen)
        _ = try? await router.perform(unknown, { _ in }, configure: listen)
        _ = try? await router.perform(unknown, constructor: "c", 1, listen)
        #expect(
            log.all == [
                "failure: module 'editor' requires 'account' before it is made", "perform EditorInput editor",
                "failure: the caller could not prepare module 'editor': No()", "perform EditorInput -",
                "failure: no module provides 'Unlisted'", "perform Unlisted -",
                "failure: no module provides 'Unlisted'", "perform Unlisted -",
            ])
    }

    @Test("A missing required parameter is an error however a module is made, and no factory runs")
    func required() async throws {
        let count = Counter()
        let router = try Router(
            manifest: """
                protocols: { Editor: }
                modules:
                  editor: { provides: [Editor], identifiers: [editor] }
                routes:
                  - { url: /editor, module: editor }
                  - { url: /anna, module: editor, with: { account: anna } }
                """
        ) {
            $0.register("editor") { (context: MakeContext<EditorOptions>) in
                count.next()
                return Screen(context.configuration.account ?? "")
            }
            .provides((any Editor).self) { $0 as Screen }
            .requires("account") { $0.account != nil }
        }
        let key = Routable<any Editor>()
        let ways: [@Sendable () async throws -> Void] = [
            { _ = try router.make(key) }, { _ = try router.make(key) { _ in } },
            { _ = try router.make(identifier: "editor") }, { _ = try await router.perform(key) },
            { _ = try await router.perform(identifier: "editor") }, { _ = try await router.open("/editor") },
        ]
        for way in ways {
            let error = await #expect(throws: RoutingError.self) { try await way() }
            guard case .missingParameters(["account"], "editor") = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(count.value == 0)
        #expect(try await (router.open("/anna").destination as? Screen)?.title == "anna")
    }

    @Test("The module's hooks run before an adapter converts, so that a value keeps their changes")
    func adapted() async throws {
        let log = Log()
        let router = try Router(
            manifest: """
                protocols: { Greeter: , LegacyClock: { required: true } }
                adapters: { LegacyClock: { provided: Greeter, using: wind } }
                modules: { greeter: { provides: [Greeter] } }
                """
        ) {
            $0.register("greeter") { _ in ValueGreeter(greeting: "made") }
                .provides((any Greeter).self) { $0 }
                .prepares { greeter, _ in greeter.greeting += ", prepared" }
                .finishes { greeter, _ in greeter.greeting += ", finished" }
            $0.adapter("wind") { (greeter: any Greeter) -> any LegacyClock in WoundClock(ticks: greeter.greeting) }
        }
        let key = Routable<any LegacyClock>()
        let whole = "made, prepared, finished"
        #expect(try router.make(key).ticks == whole)
        let made = try router.make(key) {
            log.note($0.ticks)
            $0 = WoundClock(ticks: $0.ticks + ", called")
        }
        #expect(made.ticks == whole + ", called")
        let performed = try await router.perform(key) {
            $0.prepare {
                log.note($0.ticks)
                $0 = WoundClock(ticks: $0.ticks + ", called")
            }
        }
        #expect(performed.destination.ticks == whole + ", called" && log.all == [whole, whole])
    }

    @Test("An error of a caller's preparation is preparationFailed wherever it was given")
    func preparations() async throws {
        struct No: Error {}
        let router = try Router(
            manifest: "protocols: { Editor: }\nmodules: { editor: { provides: [Editor] } }"
        ) {
            $0.register("editor") { _ in Screen() }.provides((any Editor).self) { $0 as Screen }.removes { _, _ in }
        }
        let key = Routable<any Editor>()
        let performed = try await router.perform(key)
        let ways: [@Sendable () async throws -> Void] = [
            { _ = try router.make(key) { _ in throw No() } },
            { _ = try await router.perform(key) { $0.prepare { _ in throw No() } } },
            { _ = try await router.route(to: key) { $0.prepare { _ in throw No() } }.perform() },
            { _ = try await router.prepare(Screen(), as: key) { $0.prepare { _ in throw No() } } },
            { try await performed.remove { $0.prepare { _ in throw No() } } },
        ]
        for way in ways {
            let error = await #expect(throws: RoutingError.self) { try await way() }
            guard case .preparationFailed("editor", let underlying) = error, underlying is No else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("A module of a configuration protocol is performed by a named constructor")
    func constructor() async throws {
        let router = try configuredRouter {
            $0.constructor("titled") { (title: String, _) in Screen(title) }
                .prepares { screen, _ in screen.title += "!" }
        }
        let made = try await router.perform(RoutableModule<any EditorInput>(), constructor: "titled", "T") {
            $0.prepare { ($0 as? Screen)?.title += "?" }
        }
        #expect((made.destination as? Screen)?.title == "T?!")
    }

    @Test("A perform of a protocol that a test has rebound performs the mock")
    func rebinding() async throws {
        let router = try Router(manifest: "protocols: { Clockwork: }\nmodules: { clock: { provides: [Clockwork] } }") {
            $0.register("clock") { _ in FixedClock(time: 1) }.provides((any Clockwork).self) { $0 }
            $0.rebind((any Clockwork).self, to: { FixedClock(time: 99) }) { $0 }
        }
        #expect(try await router.perform(Routable<any Clockwork>()).destination.time == 99)
    }

    @Test("A perform takes the lane of its module, and an open that performs it does not wait for itself")
    func lane() async throws {
        let log = Log()
        let router = try Router(
            manifest: "modules: { m: { identifiers: [m], lane: one } }\nroutes: [{ url: /m, module: m }]"
        ) {
            $0.lane("one")
            $0.register("m") { _ in 1 }.performs { _, _ in log.note("acts") }
        }
        try await router.perform(identifier: "m")
        _ = try await router.open("/m")
        #expect(log.all == ["acts", "acts"])
    }

    @Test("A removal takes the lane of its module, as a perform does")
    func removalLane() async throws {
        let (begun, finish, log) = (Event(), Event(), Log())
        let router = try Router(
            manifest:
                "modules: { m: { identifiers: [m], lane: one } }\nroutes: [{ url: /work, handler: work, lane: one }]"
        ) {
            $0.lane("one")
            $0.register("m") { _ in 1 }.performs { _, _ in }.removes { _, _ in log.note("removed") }
            $0.handler("work") { _ in
                begun.happen()
                await finish.wait()
                log.note("work ends")
                return ""
            }
        }
        let performed = try await router.perform(identifier: "m")
        async let work = router.open("/work")
        await begun.wait()
        async let removal: Void = performed.remove()
        for _ in 0..<20 { await Task.yield() }
        finish.happen()
        _ = try await (work, removal)
        #expect(log.all == ["work ends", "removed"])
    }
}

private protocol Unlisted: Sendable {}

private struct WoundClock: LegacyClock { var ticks: String }
