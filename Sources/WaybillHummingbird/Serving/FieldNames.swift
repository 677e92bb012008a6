import Hummingbird

/// The names of fields that hummingbird does not name. They are stored, because each creation checks the characters.
extension HTTPFields.Element.Name {
    static let generation = Self("Waybill-Generation")
    static let host = Self("Host")
    static let requestID = Self("X-Request-ID")
}
