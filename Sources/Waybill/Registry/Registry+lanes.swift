import WaybillManifest
import WaybillRules

extension Registry {
    /// Registers a lane. Opens on it run one at a time, in the order of the calls. Waiting blocks no thread.
    /// - Parameter actor: The actor on which they run; `nil` for the executor of the caller.
    public mutating func lane(
        _ name: LaneName, on actor: (any Actor)? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        guard lanes[name.rawValue] == nil else { return recordDuplicate(.lane, name.rawValue, at: site) }
        lanes[name.rawValue] = LaneEntry(site: site, actor: actor)
    }
}

struct LaneEntry: Sendable {
    var site: RegistryDescription.Site
    var actor: (any Actor)?
}
