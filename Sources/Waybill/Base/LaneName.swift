/// The name of a lane. Opens on one lane run one at a time.
///
/// The build plugin WaybillKeys declares a constant for each lane that the manifests use: `registry.lane(.main)`. A
/// string literal works too. It is a value type, safe to use from any thread.
public struct LaneName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the lane as the manifest spells it.
    public var rawValue: String

    /// Creates the name of a lane. Nothing checks here that a manifest declares it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates it from a literal, as `init(rawValue:)` does.
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
