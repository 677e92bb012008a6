/// A request that shows something, as text: a URL, and the method that the request has, `nil` for none.
public struct RequestWitness: Sendable, Hashable {
    public var url: String
    public var method: String?

    public init(url: String, method: String?) {
        self.url = url
        self.method = method
    }
}
