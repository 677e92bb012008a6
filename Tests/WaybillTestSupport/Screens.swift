import Synchronization
package import Waybill

package protocol Editor: AnyObject, Sendable {
    var title: String { get set }
}

package protocol EditorInput: Sendable {
    var account: String? { get set }
}

package protocol Greeter: Sendable { var greeting: String { get } }

extension Routable where P == any Editor { package init() { self.init(declared: ()) } }
extension Routable where P == any Greeter { package init() { self.init(declared: ()) } }
extension RoutableModule where M == any EditorInput { package init() { self.init(declared: ()) } }

/// A view.
package class Screen: Editor, @unchecked Sendable {  // one Mutex
    private let text: Mutex<String>

    package init(_ title: String = "") { text = Mutex(title) }

    package var title: String {
        get { text.withLock { $0 } }
        set { text.withLock { $0 = newValue } }
    }
}

package final class SpecialScreen: Screen, @unchecked Sendable {}  // as its superclass

package struct EditorOptions: Decodable, Sendable, EditorInput {
    package var account: String?
    package var theme: String?
}

package struct ValueGreeter: Greeter {
    package var greeting: String

    package init(greeting: String) { self.greeting = greeting }
}
