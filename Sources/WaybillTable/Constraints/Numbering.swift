/// Distinct values, numbered from 0 in the order in which they were added.
// Usable from inline code, because only then other modules specialize its members.
@usableFromInline
package struct Numbering<Value: Hashable & Sendable>: Sendable {
    /// By number.
    @usableFromInline package internal(set) var values: [Value] = []
    @usableFromInline var numbers: [Value: UInt32] = [:]

    package init() {}

    /// Returns the number of a value. A new value is added.
    @inlinable package mutating func number(of value: Value) -> UInt32 {
        if let known = numbers[value] { return known }
        let number = UInt32(values.count)
        numbers[value] = number
        values.append(value)
        return number
    }

    /// Returns the number of a value; `nil` if it was not added.
    @inlinable package func existingNumber(of value: Value) -> UInt32? { numbers[value] }
}
