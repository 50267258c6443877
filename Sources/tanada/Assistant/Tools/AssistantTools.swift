/// All tools. None of them publishes, schedules, writes content beside a release, or makes tokens.
enum AssistantTools {
  static let reading: [any AssistantTool] = [
    ListKindsTool(), GetKindTool(), ListContentTool(), GetItemTool(), ListFeedsTool(),
    GetCompositionTool(), ListLayoutsTool(), GetScreenTool(), PreviewScreenTool(),
    ListRevisionsTool(), CompareRevisionsTool(), ListReleasesTool(), GetReleaseTool(),
    CompareReleaseTool(),
  ]

  static let writing: [any AssistantTool] = [
    CreateReleaseTool(), AddToReleaseTool(), RemoveFromReleaseTool(),
  ]
}
