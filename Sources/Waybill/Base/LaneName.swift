/// The name of a lane: opens on it run one at a time.
///
/// The build plugin WaybillKeys declares one for each that the manifests declare or use: `registry.lane(.main)`. A text literal is one
/// too. A value: use it from any thread.
public struct LaneName: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
