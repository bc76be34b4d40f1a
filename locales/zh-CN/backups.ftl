### Words of the backups of a story.

backups-title = 《{ $title }》的备份
backups-note = 整个故事的副本：故事打开期间定时保存，关闭时再保存一次。打开备份会得到一个独立的故事，当前故事保持不变。
backups-needed = 这个故事无法打开。它的每个备份都可以作为独立的故事打开。
backups-close = 关闭
backups-now = 立即备份
backups-taken = 故事已备份。
backups-unchanged = 自上次备份以来没有任何变化。
backups-failed = 上次备份未能完成。
backups-none = 还没有备份。写作期间或关闭故事时会保存第一个备份。
backups-list = 备份，最新的在前
backups-size = { $size } MB
backups-open = 打开
backups-open-of = 打开 { $time } 的备份
backups-folder = 保存在 { $folder }
