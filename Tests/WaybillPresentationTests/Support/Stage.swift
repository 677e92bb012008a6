import Waybill
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

final class Navigation: DestinationContainer {
    let root: any Sendable
    init(_ root: any Sendable) { self.root = root }
    var contents: [any Sendable] { [root] }
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
