import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport

struct Inspect: Verb {
    static let configuration = CommandConfiguration(
        abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        // Only the program of the fleet has a client of etcd.
        try (options.to == nil ? Companion.inspect : .fleet).run("inspect", passesVerb: options.to != nil)
    }
}
