/// The words of `present:`. `WaybillPresentation` gives each of them a meaning, as `Presentation`.
package enum PresentationWord: String, Sendable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
}
