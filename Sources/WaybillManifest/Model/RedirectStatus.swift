/// The HTTP statuses that redirect a client to another URL.
public enum RedirectStatus: Int, Sendable, CaseIterable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporaryRedirect = 307
    case permanentRedirect = 308

    /// Returns the method with which a client requests the new URL, as browsers do (RFC 9110, 15.4).
    package func method(after method: String) -> String {
        switch (self, method) {
        case (.movedPermanently, "POST"), (.found, "POST"): "GET"
        case (.seeOther, let method) where method != "HEAD": "GET"
        default: method
        }
    }

    /// Returns the methods with which clients request the new URL after these methods.
    func methods(after methods: [String]) -> [String] {
        // No methods means any method.
        if methods.isEmpty { return self == .seeOther ? ["GET"] : [] }
        return methods.map(method(after:)).uniqued()
    }
}
