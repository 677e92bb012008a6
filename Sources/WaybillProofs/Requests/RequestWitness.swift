/// An example request as text: a URL and its method, `nil` for none.
public struct RequestWitness: Sendable, Hashable {
    public var url: String
    public var method: String?

    public init(url: String, method: String?) {
        self.url = url
        self.method = method
    }
}
