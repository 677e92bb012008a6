/// A weak reference to an object that was `Sendable`.
package struct WeakReference: @unchecked Sendable {  // only holds what came as `any Sendable`
    private weak var object: AnyObject?

    package init(_ value: any Sendable) {
        object = value as AnyObject
    }

    package var value: (any Sendable)? {
        guard let object else { return nil }
        return unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)  // same layout: Sendable is a marker
    }
}
