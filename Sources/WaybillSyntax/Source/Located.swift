/// A value and the place in the manifest that it was read from.
public struct Located<Value> {
    public var value: Value
    public var span: SourceSpan

    public init(_ value: Value, at span: SourceSpan) {
        self.value = value
        self.span = span
    }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
