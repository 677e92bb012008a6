import WaybillManifest
import WaybillSyntax

/// The way from a shape down into what a value of it holds.
extension Shape {
    /// The shape of a value of this kind among those that it may have.
    func alternative(for record: YAMLDocument.Record) -> Shape {
        guard case .either(let shapes) = self else { return self }
        let kind: NodeKinds =
            switch record.kind {
            case .sequence: .sequence
            case .mapping: .mapping
            default: .scalar
            }
        return shapes.first { $0.admitted.contains(kind) } ?? self
    }

    /// The shape of an item; nil where anything may be.
    var item: Shape? {
        if case .list(let shape, _, _) = self { return shape }
        return nil
    }

    /// The shape of the value of a key; nil where anything may be.
    func value(of key: ArraySlice<UInt8>) -> Shape? {
        switch self {
        case .object(let grammar): grammar.index(of: key).map { grammar.keys[$0].shape }
        case .named(_, let shape): shape
        default: nil
        }
    }

    /// Whether the mapping is Swift's to decode, which may tell `a` from `"a"`.
    var isOpen: Bool {
        if case .mapping = self { return true }
        return false
    }
}
