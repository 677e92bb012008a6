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

/// What the engine does for modules that are made, it does for those that are performed.
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
        let performed = try await configuredRouter().perform(RoutableModule<any EditorInput>()) { perform, module in
            module.account = "bert"
            perform.prepare { screen in (screen as? Screen)?.title += ", prepared" }
        }
        #expect((performed.destination as? Screen)?.title == "bert dark, prepared")
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

    @Test("A perform of a protocol that a test rebound performs the mock")
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
