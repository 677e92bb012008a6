import WaybillManifest
import WaybillSyntax

/// Finds the shapes of nested values.
extension Shape {
    /// Returns the alternative of the shape for a value of this kind.
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

    /// The shape of an item; `nil` if anything is allowed.
    var item: Shape? {
        if case .list(let shape, _, _) = self { return shape }
        return nil
    }

    /// Returns the shape of the value of a key; `nil` if anything is allowed.
    func value(of key: ArraySlice<UInt8>) -> Shape? {
        switch self {
        case .object(let grammar): grammar.index(of: key).map { grammar.keys[$0].shape }
        case .named(_, let shape): shape
        default: nil
        }
    }

    /// Whether Swift code decodes the mapping, which may distinguish `a` from `"a"`.
    var isOpen: Bool {
        if case .mapping = self { return true }
        return false
    }
}
