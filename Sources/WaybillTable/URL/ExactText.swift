/// A text that is compared by its bytes, as the law demands (law 4).
///
/// `String` considers a composed and a decomposed "é" equal. URLs do not, so wherever two texts of a manifest or of a
/// request are compared, counted or sorted, these are.
package struct ExactText: Sendable, Hashable, Comparable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// The hash of `String` is the same for more texts than it must be, which costs only time.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
    package var exact: ExactText { ExactText(self) }
}
