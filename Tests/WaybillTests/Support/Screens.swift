import Synchronization
import Waybill
import WaybillTesting

protocol Editor: AnyObject, Sendable {
    var title: String { get set }
}

protocol EditorInput: Sendable {
    var account: String? { get set }
}

protocol Greeter: Sendable { var greeting: String { get } }

extension Routable where P == any Editor { init() { self.init(declared: ()) } }
extension Routable where P == any Greeter { init() { self.init(declared: ()) } }
extension RoutableModule where M == any EditorInput { init() { self.init(declared: ()) } }

/// A view.
class Screen: Editor, @unchecked Sendable {  // one Mutex
    private let text: Mutex<String>

    init(_ title: String = "") { text = Mutex(title) }

    var title: String {
        get { text.withLock { $0 } }
        set { text.withLock { $0 = newValue } }
    }
}

final class SpecialScreen: Screen, @unchecked Sendable {}

final class Navigation: DestinationContainer {
    let root: any Sendable
    init(_ root: any Sendable) { self.root = root }
    var contents: [any Sendable] { [root] }
}

struct EditorOptions: Decodable, Sendable, EditorInput {
    var account: String?
    var theme: String?
}

/// A router with one view, `editor`, on a headless presenter whose root is `home`.
struct Stage {
    let home = Screen("home")
    let presenter: HeadlessPresenter
    let router: Router

    static let manifest = """
        protocols: { Editor: }
        modules:
          editor:
            kind: view
            provides: [Editor]
            identifiers: ["app://editor"]
            present: [push, show, present, sheet, popover, showDetail, addChild, addSubview, segue, make]
        routes:
          - { id: open, url: "/notes/:id", module: editor, present: push }
        """

    init(
        _ manifest: String = Stage.manifest, isStack: Bool = true, options: RouterOptions = RouterOptions(),
        register: (inout Registry) -> Void = { _ in },
        hooks: (FactoryRegistration<Screen, NoConfiguration>) -> Void = { _ in }
    ) throws {
        let presenter = HeadlessPresenter(root: home, isStack: isStack)
        self.presenter = presenter
        router = try Router(manifest: manifest, options: options) { registry in
            registry.presenter(presenter)
            hooks(
                registry.register("editor") { _ in Screen() }.provides((any Editor).self) { $0 })
            register(&registry)
        }
    }
}
