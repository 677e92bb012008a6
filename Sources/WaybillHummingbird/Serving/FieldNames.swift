import Hummingbird

/// Names of fields that hummingbird does not offer. They are stored, because each creation checks the characters.
extension HTTPFields.Element.Name {
    static let generation = Self("Waybill-Generation")!
    static let requestID = Self("X-Request-ID")!
    static let forwarded = Self("Forwarded")!
    static let forwardedHost = Self("X-Forwarded-Host")!
    static let forwardedProto = Self("X-Forwarded-Proto")!
}
