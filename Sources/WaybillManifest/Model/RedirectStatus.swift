/// The statuses of HTTP that send a client to another URL.
public enum RedirectStatus: Int, Sendable, CaseIterable {
    case movedPermanently = 301
    case found = 302
    case seeOther = 303
    case temporaryRedirect = 307
    case permanentRedirect = 308

    /// The method with which a client asks for the new URL, as browsers do (RFC 9110, 15.4).
    func method(after method: String) -> String {
        switch (self, method) {
        case (.movedPermanently, "POST"), (.found, "POST"): "GET"
        case (.seeOther, let method) where method != "HEAD": "GET"
        default: method
        }
    }

    /// The methods with which clients ask for the new URL, where these are redirected.
    func methods(after methods: [String]) -> [String] {
        // No methods stand for any.
        if methods.isEmpty { return self == .seeOther ? ["GET"] : [] }
        return methods.map(method(after:)).uniqued()
    }
}
