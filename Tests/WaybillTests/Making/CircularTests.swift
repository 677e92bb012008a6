import Synchronization
import Testing
import Waybill
import WaybillTesting

protocol Parent: AnyObject, Sendable { var child: (any Child)? { get set } }
protocol Child: AnyObject, Sendable { var parent: (any Parent)? { get set } }

extension Routable where P == any Parent { init() { self.init(declared: ()) } }
extension Routable where P == any Child { init() { self.init(declared: ()) } }

@Suite("Circular dependencies")
struct CircularTests {
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

    func router(scope: String = "transient", guarded: Bool = true) throws -> Router {
        try Router(
            manifest: """
                protocols: { Parent: {}, Child: }
                modules:
                  parent: { provides: [Parent], scope: \(scope) }
                  child: { provides: [Child], scope: \(scope) }
                """, options: RouterOptions(recursionLimit: 8)
        ) {
            $0.register("parent") { _ in Node() }
                .provides((any Parent).self) { $0 }
                .prepares { node, context in
                    guard !guarded || node.child == nil else { return }
                    let own = node
                    node.child = try context.make(Routable<any Child>()) { if guarded { $0.parent = own } }
                }
            $0.register("child") { _ in Node() }
                .provides((any Child).self) { $0 }
                .prepares { node, context in
                    guard !guarded || node.parent == nil else { return }
                    let own = node
                    node.parent = try context.make(Routable<any Parent>()) { if guarded { $0.child = own } }
                }
        }
    }

    @Test("Two modules that need each other are made, because the caller prepares first")
    func callerFirst() throws {
        let router = try router()
        let parent = try router.make(Routable<any Parent>())
        #expect(parent.child?.parent === parent)
        let child = try router.make(Routable<any Child>())
        #expect(child.parent?.child === child)
    }

    @Test("Two shared modules that need each other get the one that is being prepared")
    func shared() throws {
        let router = try router(scope: "shared")
        let parent = try router.make(Routable<any Parent>())
        #expect(parent.child?.parent === parent)
        #expect(try router.make(Routable<any Child>()) === parent.child)
    }

    @Test("An endless recursion of preparations is an error that prints the cycle")
    func endless() throws {
        let error = #expect(throws: RoutingError.self) { try router(guarded: false).make(Routable<any Parent>()) }
        guard case .dependencyCycle(let path) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == ["parent", "child", "parent"])
    }
}
